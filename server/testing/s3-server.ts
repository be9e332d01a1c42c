import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listen } from '#server/testing/listen.ts'
import { checkSignature, S3Refusal, sha256, unsigned } from '#server/testing/s3-signature.ts'

type StoredObject = { content: Buffer; contentType: string; etag: string; modified: Date }
type Upload = { key: string; contentType: string; initiated: Date; parts: Map<number, { content: Buffer; etag: string }> }
type Bucket = { objects: Map<string, StoredObject>; uploads: Map<string, Upload> }
type Call = Bucket & { key: string; query: URLSearchParams; contentType: string; body: Buffer }
type Answer = { status?: number; headers?: Record<string, string>; body?: Buffer | string }

const bucketName = 'files'
const smallestPart = 5 * 1024 * 1024

/**
 * An S3-compatible store with one empty bucket, `files`, in memory. Its `key` is that of the environment, until a test changes it. It
 * recomputes the signature of every request and compares the body with the signed hash, except with `checksContent: false`: not every store
 * compares it. It implements the calls in `calls`, with the error codes of S3. Every other call, parameter or header that changes the
 * meaning (conditions, ranges, checksums, aws-chunked bodies, which our driver does not send) is refused with `NotImplemented` rather than
 * ignored.
 */
export async function openS3Server({ checksContent = true } = {}) {
  const { AWS_ACCESS_KEY_ID: id = '', AWS_SECRET_ACCESS_KEY: secret = '' } = process.env
  const key = { id, secret, region: 'us-east-1' }
  const bucket: Bucket = { objects: new Map(), uploads: new Map() }
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const body = await buffer(request)
    const hash = checkSignature(request, key)
    refuseUnknown(request, hash)
    if (checksContent && hash !== unsigned && hash !== sha256(body)) throw new S3Refusal(400, 'XAmzContentSHA256Mismatch')
    return answerCall(request, body, bucket)
  }
  const server = createServer(async (request, response) => {
    const { status = 200, headers, body = '' } = await answer(request).catch(asXml)
    response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers }).end(body)
  })
  const { url } = await listen(server)
  return { url, key }
}

/** By method, target, and the parameters that select the operation. */
const calls: Record<string, (call: Call) => Answer> = {
  'HEAD bucket ': () => ({}),
  'GET bucket uploads': listUploads,
  'HEAD object ': getObject,
  'GET object ': getObject,
  'PUT object ': ({ objects, key, body, contentType }) => storeObject(objects, key, { content: body, contentType, etag: md5(body) }),
  'DELETE object ': ({ objects, key }) => {
    objects.delete(key)
    return { status: 204 }
  },
  'POST object uploads': beginUpload,
  'PUT object partNumber,uploadId': takePart,
  'POST object uploadId': completeUpload,
  'DELETE object uploadId': (call) => {
    uploadOf(call)
    call.uploads.delete(call.query.get('uploadId') ?? '')
    return { status: 204 }
  },
}

function answerCall({ method, url = '', headers }: IncomingMessage, body: Buffer, bucket: Bucket): Answer {
  const [path = '', search] = url.split('?', 2)
  const query = new URLSearchParams(search)
  const [, name, key = ''] = /^\/([^/]*)\/?(.*)$/s.exec(decodeURIComponent(path)) ?? []
  const parameters = [...query.keys()].filter(
    (parameter) => !/^(X-Amz-.*|x-id|response-(cache-control|content-type|content-disposition))$/.test(parameter),
  )
  const call = calls[`${method} ${key ? 'object' : 'bucket'} ${parameters.sort().join()}`]
  if (!call) throw new S3Refusal(501, 'NotImplemented', `${method} ${url}`)
  if (name !== bucketName) throw new S3Refusal(404, 'NoSuchBucket')
  return call({ ...bucket, key, query, body, contentType: headers['content-type'] ?? 'binary/octet-stream' })
}

function refuseUnknown({ headers }: IncomingMessage, hash: string): void {
  const meaningful = /^(if-|range$|content-(md5|encoding|disposition)$|cache-control$|expires$|x-amz-(?!date$|content-sha256$|user-agent$))/
  const unknown = Object.keys(headers).find((name) => meaningful.test(name))
  if (unknown || hash.startsWith('STREAMING-')) throw new S3Refusal(501, 'NotImplemented', unknown ?? hash)
}

function getObject({ objects, key, query }: Call): Answer {
  const object = objects.get(key)
  if (!object) throw new S3Refusal(404, 'NoSuchKey')
  const overridden = ['content-type', 'cache-control', 'content-disposition'].flatMap((name) => {
    const value = query.get(`response-${name}`)
    return value === null ? [] : [[name, value]]
  })
  return {
    headers: {
      'content-type': object.contentType,
      etag: `"${object.etag}"`,
      'last-modified': object.modified.toUTCString(),
      ...Object.fromEntries(overridden),
    },
    body: object.content,
  }
}

function storeObject(objects: Bucket['objects'], key: string, object: Omit<StoredObject, 'modified'>): Answer {
  objects.set(key, { ...object, modified: new Date() })
  return { headers: { etag: `"${object.etag}"` } }
}

function beginUpload({ uploads, key, contentType }: Call): Answer {
  const id = randomUUID()
  uploads.set(id, { key, contentType, initiated: new Date(), parts: new Map() })
  return xml('InitiateMultipartUploadResult', { Bucket: bucketName, Key: key, UploadId: id })
}

function uploadOf({ uploads, key, query }: Call): Upload {
  const upload = uploads.get(query.get('uploadId') ?? '')
  if (upload?.key !== key) throw new S3Refusal(404, 'NoSuchUpload')
  return upload
}

function takePart(call: Call): Answer {
  const number = Number(call.query.get('partNumber'))
  if (!Number.isInteger(number) || number < 1 || number > 10_000) throw new S3Refusal(400, 'InvalidArgument')
  const etag = md5(call.body)
  uploadOf(call).parts.set(number, { content: call.body, etag })
  return { headers: { etag: `"${etag}"` } }
}

/** Makes the object of the named parts, in their order. */
function completeUpload(call: Call): Answer {
  const upload = uploadOf(call)
  const named = [...call.body.toString().matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: /<ETag>[^<]*?([0-9a-f]{32})/.exec(part)?.[1],
  }))
  if (!named.length) throw new S3Refusal(400, 'MalformedXML')
  const parts = named.map(({ number, etag }, index) => {
    const part = upload.parts.get(number)
    if (number <= (named[index - 1]?.number ?? 0)) throw new S3Refusal(400, 'InvalidPartOrder')
    if (part?.etag !== etag || !part) throw new S3Refusal(400, 'InvalidPart')
    if (part.content.length < smallestPart && index < named.length - 1) throw new S3Refusal(400, 'EntityTooSmall')
    return part
  })
  const etag = `${md5(Buffer.concat(parts.map((part) => Buffer.from(part.etag, 'hex'))))}-${parts.length}`
  storeObject(call.objects, call.key, {
    content: Buffer.concat(parts.map(({ content }) => content)),
    contentType: upload.contentType,
    etag,
  })
  call.uploads.delete(call.query.get('uploadId') ?? '')
  return xml('CompleteMultipartUploadResult', { Bucket: bucketName, Key: call.key, ETag: `"${etag}"` })
}

function listUploads({ uploads }: Call): Answer {
  const each = [...uploads].map(
    ([id, { key, initiated }]) => `<Upload>${elements({ Key: key, UploadId: id, Initiated: initiated.toISOString() })}</Upload>`,
  )
  const body = `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${each.join('')}</ListMultipartUploadsResult>`
  return { headers: { 'content-type': 'application/xml' }, body }
}

const md5 = (content: Buffer) => createHash('md5').update(content).digest('hex')
const escaped = (text: string) => text.replace(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`)
const elements = (named: Record<string, string>) =>
  Object.entries(named)
    .map(([name, text]) => `<${name}>${escaped(text)}</${name}>`)
    .join('')
const xml = (name: string, children: Record<string, string>): Answer => ({
  headers: { 'content-type': 'application/xml' },
  body: `<${name}>${elements(children)}</${name}>`,
})

/** Anything but a refusal is an error of this file, or the connection broke. */
function asXml(error: unknown): Answer {
  const { status, code, message } = error instanceof S3Refusal ? error : new S3Refusal(500, 'InternalError', String(error))
  return { status, ...xml('Error', { Code: code, Message: message }) }
}
