import { randomBytes } from 'node:crypto'

/**
 * The Content-Security-Policy. Only a page has a nonce; any other answer may load nothing but from its own origin. `pictures` is the origin
 * of a file store that serves pictures by signed addresses.
 */
export function contentSecurityPolicy(nonce: string | null, pictures: string | null): string {
  const own = nonce ? `'self' 'nonce-${nonce}'` : "'self'"
  return [
    "default-src 'self'",
    `script-src ${own}`,
    `style-src ${own}`,
    `img-src 'self' data: blob:${pictures ? ` ${pictures}` : ''}`,
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')
}

export const newNonce = (): string => randomBytes(16).toString('base64')

/** The headers of every answer. Strict-Transport-Security only where the public address is https. */
export const securityHeaders = (publicUrl: string | null): readonly [string, string][] => [
  ['Content-Security-Policy', contentSecurityPolicy(null, null)],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'same-origin'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'],
  ['X-Frame-Options', 'DENY'],
  ['Cache-Control', 'no-store'],
  ...(publicUrl?.startsWith('https:') ? ([['Strict-Transport-Security', 'max-age=31536000']] as [string, string][]) : []),
]
