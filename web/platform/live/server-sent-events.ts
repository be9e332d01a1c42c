export type ServerSentEvent = { event: string; data: string }

/** Reads server-sent events until the stream ends; skips comments and unknown fields. */
export async function* readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ServerSentEvent> {
  let rest = ''
  for await (const text of chunks(body.pipeThrough(new TextDecoderStream()))) {
    const blocks = (rest + text).replaceAll('\r\n', '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = parseBlock(block)
      if (event) yield event
    }
  }
}

/** Not every browser can iterate a stream. */
async function* chunks(stream: ReadableStream<string>): AsyncGenerator<string> {
  const reader = stream.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    reader.releaseLock()
  }
}

function parseBlock(block: string): ServerSentEvent | null {
  let event = 'message'
  const data: string[] = []
  for (const line of block.split('\n')) {
    if (line.startsWith('event:')) event = line.slice(6).trim()
    if (line.startsWith('data:')) data.push(line.slice(5).trimStart())
  }
  return data.length > 0 ? { event, data: data.join('\n') } : null
}
