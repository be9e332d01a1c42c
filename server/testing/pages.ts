type Read<Page> = (cursor: string | undefined) => Promise<Page>

/** The pages of a list, one after the other. */
export async function* pagesOf<Page extends { next: string | null }>(read: Read<Page>): AsyncGenerator<Page> {
  for (let cursor: string | undefined; ; ) {
    const page = await read(cursor)
    yield page
    if (page.next === null) return
    cursor = page.next
  }
}

/** The rows of all pages. */
export async function allRows<Row>(read: Read<{ rows: Row[]; next: string | null }>): Promise<Row[]> {
  const all: Row[] = []
  for await (const { rows } of pagesOf(read)) all.push(...rows)
  return all
}
