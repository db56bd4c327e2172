// For the other features of the inbox: a conversation as a person reads it.
export { getThread } from './get-thread';
