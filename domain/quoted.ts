/** A name as it stands between double quotation marks: its own ones become single ones. A mark for inches stays. */
export const betweenMarks = (name: string): string =>
  name
    .replace(/(^|\s)"(\S|\S[^"]*\S)"/g, '$1‘$2’')
    .replaceAll('“', '‘')
    .replaceAll('”', '’')

/** A name in quotation marks, for sentences that are not in a catalogue. */
export const quoted = (name: string): string => `“${betweenMarks(name)}”`
