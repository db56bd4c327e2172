/** What is used of dns-packet. */
declare module 'dns-packet' {
  interface Question {
    type: string;
    name: string;
  }
  interface Answer {
    type: string;
    data: unknown;
  }
  interface Packet {
    id?: number;
    type?: string;
    flags?: number;
    rcode?: string;
    flag_tc?: boolean;
    questions?: Question[];
    answers?: Answer[];
  }
  export const RECURSION_DESIRED: number;
  export function encode(packet: Packet): Buffer;
  export function decode(bytes: Buffer): Packet;
  export function streamEncode(packet: Packet): Buffer;
  export function streamDecode(bytes: Buffer): Packet;
}
