import 'fake-indexeddb/auto'

// The library is loaded once for all files of a worker; each file that imports this one has an empty store.
globalThis.indexedDB = new IDBFactory()
