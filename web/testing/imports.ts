import type { ProductImport } from '#domain/product-import.ts'

/** An import of products whose file has just arrived. */
export const arrivedImport: ProductImport = {
  id: 'file',
  noun: 'products',
  name: 'chairs.csv',
  status: 'checking',
  rows: 0,
  done: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  waiting: 0,
  failed: 0,
  problems: [],
  ignored: [],
  createdAt: '2026-11-20T10:00:00.000Z',
  finishedAt: null,
}
