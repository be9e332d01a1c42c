import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** A refusal of S3: a status and one of its error codes. */
export class S3Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message = code) {
    super(message)
    this.status = status
    this.code = code
  }
}

export type S3Key = { id: string; secret: string; region: string }
type Request = Pick<IncomingMessage, 'method' | 'url' | 'headersDistinct'>
type Pairs = [name: string, value: string][]
/** The signature in a request and what it covers. */
type Claim = { credential: string; signedHeaders: string[]; signature: string; date: string; lifetime: number | null; payload: string }

const algorithm = 'AWS4-HMAC-SHA256'
const quarterHour = 15 * 60
export const unsigned = 'UNSIGNED-PAYLOAD'
export const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/**
 * Recomputes the AWS Signature V4 of a request to S3, in the `Authorization` header or in the query (presigned), as AWS documents it:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html. It uses no code of the SDK. Returns the signed hash
 * of the body, or `UNSIGNED-PAYLOAD`; comparing the body is left to the caller.
 * Not implemented: Signature V2 and V4A, forms sent with POST, session tokens.
 */
export function checkSignature(request: Request, key: S3Key, now = new Date()): string {
  const [path = '', search = ''] = (request.url ?? '').split('?', 2)
  const query: Pairs = search === '' ? [] : search.split('&').map(pairOf)
  const presigned = new Map(query).has('X-Amz-Algorithm')
  const claim = presigned ? claimOfQuery(new Map(query)) : claimOfHeaders(request.headersDistinct)
  const scope = checkScope(claim, key)
  checkTime(claim, now.getTime() / 1000)
  const canonicalRequest = [
    request.method,
    path.split('/').map(normalised).join('/'),
    canonicalQuery(query.filter(([name]) => name !== 'X-Amz-Signature')),
    canonicalHeaders(claim.signedHeaders, request.headersDistinct),
    claim.signedHeaders.join(';'),
    claim.payload,
  ].join('\n')
  const signingKey = scope.reduce<string | Buffer>(hmac, `AWS4${key.secret}`)
  const expected = hmac(signingKey, [algorithm, claim.date, scope.join('/'), sha256(canonicalRequest)].join('\n')).toString('hex')
  if (claim.signature !== expected) throw new S3Refusal(403, 'SignatureDoesNotMatch')
  return claim.payload
}

function claimOfHeaders(headers: Request['headersDistinct']): Claim {
  const { authorization, 'x-amz-date': date, 'x-amz-content-sha256': payload } = headers
  const match = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([^,]+)$/.exec(authorization?.[0] ?? '')
  if (!authorization) throw new S3Refusal(403, 'AccessDenied')
  if (!match) throw new S3Refusal(400, 'AuthorizationHeaderMalformed')
  if (!payload?.[0]) throw new S3Refusal(400, 'InvalidRequest', 'Missing required header for this request: x-amz-content-sha256')
  const [, credential = '', signedHeaders = '', signature = ''] = match
  return { credential, signedHeaders: signedHeaders.split(';'), signature, date: date?.[0] ?? '', lifetime: null, payload: payload[0] }
}

function claimOfQuery(query: Map<string, string>): Claim {
  const of = (name: string) => {
    const value = query.get(`X-Amz-${name}`)
    if (!value) throw new S3Refusal(400, 'AuthorizationQueryParametersError')
    return value
  }
  const lifetime = Number(of('Expires'))
  if (of('Algorithm') !== algorithm || !(lifetime > 0 && lifetime <= 7 * 86_400))
    throw new S3Refusal(400, 'AuthorizationQueryParametersError')
  const signedHeaders = of('SignedHeaders').split(';')
  return { credential: of('Credential'), signedHeaders, signature: of('Signature'), date: of('Date'), lifetime, payload: unsigned }
}

/** Day, region, service and terminator, from which the signing key is derived. */
function checkScope({ credential, date, lifetime }: Claim, key: S3Key): string[] {
  const [id, ...scope] = credential.split('/')
  if (id !== key.id) throw new S3Refusal(403, 'InvalidAccessKeyId')
  if (scope.join('/') === `${date.slice(0, 8)}/${key.region}/s3/aws4_request`) return scope
  throw new S3Refusal(400, lifetime === null ? 'AuthorizationHeaderMalformed' : 'AuthorizationQueryParametersError')
}

/** A signed request is valid for a quarter of an hour, a presigned one as long as it says. */
function checkTime({ date, lifetime }: Claim, now: number): void {
  const signed = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5')) / 1000
  if (Number.isNaN(signed)) throw new S3Refusal(403, 'AccessDenied', 'A valid date is required')
  if (lifetime === null && Math.abs(now - signed) > quarterHour) throw new S3Refusal(403, 'RequestTimeTooSkewed')
  if (lifetime !== null && now < signed - quarterHour) throw new S3Refusal(403, 'AccessDenied', 'Request is not yet valid')
  if (lifetime !== null && now > signed + lifetime) throw new S3Refusal(403, 'AccessDenied', 'Request has expired')
}

function pairOf(text: string): [string, string] {
  const at = text.indexOf('=')
  return at < 0 ? [decoded(text), ''] : [decoded(text.slice(0, at)), decoded(text.slice(at + 1))]
}

function canonicalQuery(query: Pairs): string {
  const encoded = query.map(([name, value]) => [encodedForAws(name), encodedForAws(value)] as const)
  return encoded
    .sort(([a, x], [b, y]) => order(a, b) || order(x, y))
    .map((pair) => pair.join('='))
    .join('&')
}

/** The host and all Amazon headers must be signed, or they could be changed in transit. */
function canonicalHeaders(signed: string[], headers: Request['headersDistinct']): string {
  const required = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))]
  if (required.some((name) => !signed.includes(name))) throw new S3Refusal(403, 'AccessDenied', 'There were headers that were not signed')
  const values = (name: string) => (headers[name] ?? []).map((value) => value.trim().replace(/ +/g, ' ')).join(',')
  return signed.map((name) => `${name}:${values(name)}\n`).join('')
}

const order = (a: string, b: string) => (a < b ? -1 : Number(a > b))

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new S3Refusal(400, 'InvalidURI')
  }
}

/** Percent-encodes all but letters, digits and `-._~`, in capitals; `encodeURIComponent` leaves five more characters. */
const encodedForAws = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

const normalised = (segment: string) => encodedForAws(decoded(segment))
