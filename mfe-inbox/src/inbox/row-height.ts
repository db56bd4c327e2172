/** Height of a conversation in the list in px, with its hairline. */
export const rowHeight = 72;
export const phoneRowHeight = 88;
