/** Begins the name under which a run counts why an undo kept something: apart from why conversations stayed as they were. */
export const undoReason = 'UNDO: ';
