/**
 * The SHA-256 of a file as `Repr-Digest` says it (RFC 9530); null where the browser does not give it: it gives `crypto.subtle` to pages that came by
 * https or from this machine alone. The file then goes without, and the server looks only at what it is.
 */
export async function digestOf(file: Blob): Promise<string | null> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
  // A file that was moved away in the meantime is told by sending it.
  const content = subtle && (await file.arrayBuffer().catch(() => null))
  if (!content) return null
  const hash = new Uint8Array(await subtle.digest('SHA-256', content))
  return `sha-256=:${btoa(String.fromCharCode(...hash))}:`
}
