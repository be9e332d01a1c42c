import { expect, test } from 'vitest'
import { checkSignature } from '#server/testing/s3-signature.ts'

// The examples and the key that AWS publishes with the algorithm:
// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html and sigv4-query-string-auth.html
const key = { id: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', region: 'us-east-1' }
const then = new Date('2013-05-24T00:00:00Z')
const nothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const host = 'examplebucket.s3.amazonaws.com'

const signed = (method: string, url: string, signature: string, more: Record<string, string> = {}, payload = nothing) => {
  const headers: Record<string, string> = { host, 'x-amz-content-sha256': payload, 'x-amz-date': '20130524T000000Z', ...more }
  const names = Object.keys(headers).sort().join(';')
  headers.authorization = `AWS4-HMAC-SHA256 Credential=${key.id}/20130524/us-east-1/s3/aws4_request,SignedHeaders=${names},Signature=${signature}`
  return { method, url, headersDistinct: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])) }
}
const date = 'Fri, 24 May 2013 00:00:00 GMT'
const welcome = '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072'
const examples = [
  signed('GET', '/test.txt', 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41', { range: 'bytes=0-9' }),
  signed(
    'PUT',
    '/test%24file.text',
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    { date, 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    welcome,
  ),
  signed('GET', '/?lifecycle', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'),
  signed('GET', '/?max-keys=2&prefix=J', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'),
] as const
const presigned = {
  method: 'GET',
  url: `/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${key.id}%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404`,
  headersDistinct: { host: [host] },
}

test('the examples that AWS publishes are accepted, each with the hash of its body', () => {
  expect(examples.map((example) => checkSignature(example, key, then))).toEqual([nothing, welcome, nothing, nothing])
  expect(checkSignature(presigned, key, then)).toBe('UNSIGNED-PAYLOAD')
})

const [first] = examples
const refused = (code: string, message?: string) => expect.objectContaining({ code, ...(message && { message }) })
const without = (name: string) => ({ ...first, headersDistinct: { ...first.headersDistinct, [name]: undefined } })
const withHeader = (name: string, value: string) => ({ ...first, headersDistinct: { ...first.headersDistinct, [name]: [value] } })
const at = (seconds: number) => new Date(then.getTime() + seconds * 1000)

test.each([
  ['another method', { ...first, method: 'DELETE' }, refused('SignatureDoesNotMatch')],
  ['another path', { ...first, url: '/test.txt/' }, refused('SignatureDoesNotMatch')],
  ['another query', { ...first, url: '/test.txt?acl' }, refused('SignatureDoesNotMatch')],
  ['another value of a signed header', withHeader('range', 'bytes=0-99'), refused('SignatureDoesNotMatch')],
  ['the hash of another body', withHeader('x-amz-content-sha256', welcome), refused('SignatureDoesNotMatch')],
  ['a header of Amazon that was not signed', withHeader('x-amz-acl', 'public-read'), refused('AccessDenied')],
  ['no signature', without('authorization'), refused('AccessDenied')],
  ['no hash of the body', without('x-amz-content-sha256'), refused('InvalidRequest')],
  ['another day than it was signed for', withHeader('x-amz-date', '20130525T000000Z'), refused('AuthorizationHeaderMalformed')],
])('a request with %s is refused', (_what, request, code) => {
  expect(() => checkSignature(request, key, then)).toThrow(code)
})

test('a wrong secret, an unknown key and another region are refused', () => {
  expect(() => checkSignature(first, { ...key, secret: 'another' }, then)).toThrow(refused('SignatureDoesNotMatch'))
  expect(() => checkSignature(first, { ...key, id: 'ANOTHER' }, then)).toThrow(refused('InvalidAccessKeyId'))
  expect(() => checkSignature(first, { ...key, region: 'eu-1' }, then)).toThrow(refused('AuthorizationHeaderMalformed'))
})

test('a signature is valid for a quarter of an hour, and a presigned link as long as it says', () => {
  expect(checkSignature(first, key, at(900))).toBe(nothing)
  expect(() => checkSignature(first, key, at(901))).toThrow(refused('RequestTimeTooSkewed'))
  expect(() => checkSignature(first, key, at(-901))).toThrow(refused('RequestTimeTooSkewed'))
  expect(checkSignature(presigned, key, at(86_400))).toBe('UNSIGNED-PAYLOAD')
  expect(() => checkSignature(presigned, key, at(86_401))).toThrow(refused('AccessDenied', 'Request has expired'))
  expect(() => checkSignature(presigned, key, at(-901))).toThrow(refused('AccessDenied', 'Request is not yet valid'))
  const longer = { ...presigned, url: presigned.url.replace('Expires=86400', 'Expires=86401') }
  expect(() => checkSignature(longer, key, then)).toThrow(refused('SignatureDoesNotMatch'))
})
