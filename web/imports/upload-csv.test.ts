// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { limits } from '#domain/limits.ts'
import { uploadCsv } from '#web/imports/upload-csv.ts'
import { type Answer, NetworkFailure, type Send } from '#web/platform/uploads/send-file.ts'
import { arrivedImport } from '#web/testing/imports.ts'

const about = { signal: new AbortController().signal, onProgress: () => {} }
const file = new File(['sku,title\n'], 'goods & more.csv')
const arrived = { ...arrivedImport, name: 'goods & more.csv' }
const answering =
  (answer: Partial<Answer>, asked: string[] = []): Send =>
  async (url) => {
    asked.push(url)
    return { status: 200, body: arrived, retryAfter: null, ...answer }
  }

describe('uploading a CSV file', () => {
  it('sends the file under its own name and returns the import', async () => {
    const asked: string[] = []
    expect(await uploadCsv(file, about, answering({}, asked))).toEqual(arrived)
    expect(asked).toEqual(['/api/imports?name=goods%20%26%20more.csv'])
  })

  it('throws the sentence of the server’s refusal', async () => {
    const refusal = { error: 'This file is not a CSV file with a header row.', code: 'csv-broken', field: null }
    await expect(uploadCsv(file, about, answering({ status: 422, body: refusal }))).rejects.toThrow(refusal.error)
  })

  it('refuses a file that is too large before a byte is sent', async () => {
    const large = new File([], 'large.csv')
    Object.defineProperty(large, 'size', { value: limits.import.bytesMax + 1 })
    const asked: string[] = []
    await expect(uploadCsv(large, about, answering({}, asked))).rejects.toThrow('“large.csv” is larger than 64 MiB.')
    expect(asked).toEqual([])
  })

  it('reports that no answer came', async () => {
    const offline: Send = () => Promise.reject(new NetworkFailure('The server did not answer.'))
    await expect(uploadCsv(file, about, offline)).rejects.toThrow('The server did not answer.')
    await expect(uploadCsv(file, about, answering({ status: 502, body: null }))).rejects.toThrow('The server did not answer.')
  })
})
