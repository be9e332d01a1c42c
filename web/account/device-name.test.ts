// @vitest-environment node
import { expect, it } from 'vitest'
import { browserAndSystem } from '#web/account/device-name.ts'

it('names browser and system of a device as people do', () => {
  const named = (userAgent: string) => Object.values(browserAndSystem(userAgent))
  const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
  const edge = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0'
  const phone = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36'
  expect([iPhone, edge, phone].map(named)).toEqual([
    ['Safari', 'iPhone'],
    ['Edge', 'Windows'],
    ['Chrome', 'Android'],
  ])
  expect(named('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toEqual(['Firefox', 'Linux'])
  expect(named('curl/8')).toEqual([undefined, undefined])
})
