/** Limits of imports from a former product and of exports. */
export const transfers = {
  transfer: {
    /** Records that are checked and written together, and their bytes. */
    batch: 500,
    batchBytes: 8 * 1024 * 1024,
    /** Bytes of one record: a chat with very many messages inside is the longest. */
    recordBytesMax: 16 * 1024 * 1024,
    /** Levels of lists and objects in a record. */
    depthMax: 100,
    /** Bytes of the name of a file; disks allow some more, for thumbnails. */
    nameBytesMax: 200,
    /** Levels of folders below `files/`. */
    foldersMax: 8,
  },
} as const
