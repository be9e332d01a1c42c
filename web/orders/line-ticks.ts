const prefix = 'line:'

/** What the box of a line is called in its form. */
export const tickName = (id: string): string => prefix + id

/** The lines whose boxes are ticked. */
export const tickedIn = (values: Record<string, string>): string[] =>
  Object.keys(values).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))
