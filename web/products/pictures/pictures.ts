import type { ProductImage } from '#domain/image.ts'
import { limits } from '#domain/limits.ts'
import { openListeners } from '#web/platform/open-store.ts'
import type { UploadAbout } from '#web/platform/uploads/upload-file.ts'
import { thumbnailOf } from '#web/product-views/thumbnail.ts'
import { type FileProblem, type Picture, problemWith, storedPicture } from '#web/products/pictures/picture.ts'

/** The dependencies of the pictures. `upload` throws an error with `again: false` where a retry cannot help. */
export type PictureSource = {
  upload: (productId: string, file: File, about: UploadAbout) => Promise<ProductImage>
  /** Deletes a stored picture that no product names. A failure is harmless, since the server sweeps. */
  discard: (productId: string, path: string) => Promise<unknown>
  preview: (file: File) => string
  forget: (preview: string) => void
}

export type Settled = 'stored' | 'failed' | 'stopped'
export type Pictures = ReturnType<typeof openPictures>

/** True if it was refused for good: only another file can help. */
export const isRefused = ({ phase, again }: Picture) => phase === 'failed' && !again

/**
 * The pictures of one form with their uploads, at most `limits.upload.atOnce` at a time, topmost first.
 * Nothing is uploaded before `sendTo` names the product, or its creation; stored pictures are never uploaded again.
 * `already` are named by the product; `arrived` are stored but not named yet.
 */
export function openPictures(source: PictureSource, already: readonly ProductImage[] = [], arrived: readonly ProductImage[] = []) {
  let pictures: readonly Picture[] = [...already, ...arrived].map(storedPicture)
  let named = new Set(already.map(({ path }) => path))
  let productId: string | null = null
  let made = 0
  const files = new Map<string, File>()
  const running = new Map<string, AbortController>()
  const { subscribe, notify } = openListeners()
  const waiters = new Set<(how: Settled) => void>()

  function show(next: readonly Picture[]) {
    pictures = next
    notify()
  }
  const find = (key: string) => pictures.find((picture) => picture.key === key)
  const change = (key: string, to: Partial<Picture>) =>
    show(pictures.map((picture) => (picture.key === key ? { ...picture, ...to } : picture)))

  function pump() {
    if (!productId) return
    for (const { key, phase } of pictures) {
      if (running.size >= limits.upload.atOnce) break
      const file = files.get(key)
      if (phase === 'waiting' && file) void send(productId, key, file)
    }
    settle()
  }

  function settle() {
    if (running.size > 0 || pictures.some(({ phase }) => phase === 'waiting')) return
    answer(pictures.every(({ phase }) => phase === 'stored') ? 'stored' : 'failed')
  }

  function answer(how: Settled) {
    for (const waiter of waiters) waiter(how)
    waiters.clear()
  }

  async function send(id: string, key: string, file: File) {
    const stop = new AbortController()
    running.set(key, stop)
    change(key, { phase: 'uploading', progress: 0, problem: null })
    try {
      const image = await source.upload(id, file, {
        signal: stop.signal,
        onProgress: (progress) => !stop.signal.aborted && change(key, { phase: 'uploading', progress, problem: null }),
        onPause: (problem) => !stop.signal.aborted && change(key, { phase: 'pausing', problem }),
      })
      noteStored(id, key, image, stop.signal)
    } catch (error) {
      if (!stop.signal.aborted) change(key, { phase: 'failed', ...problemOf(error) })
    } finally {
      if (running.get(key) === stop) running.delete(key)
      pump()
    }
  }

  /** Notes a stored picture. One that was cancelled but stored anyway is discarded. */
  function noteStored(id: string, key: string, image: ProductImage, { aborted }: AbortSignal) {
    if (aborted) return void source.discard(id, image.path).catch(() => {})
    change(key, { phase: 'stored', progress: 1, image })
  }

  return {
    subscribe,
    snapshot: () => pictures,
    /** True while pictures are uploaded as soon as they are chosen. */
    sending: () => productId !== null,

    /** Adds the files that pass the checks and fit the limit; returns the refused ones. */
    add(chosen: readonly File[]): { name: string; problem: FileProblem }[] {
      const refused: { name: string; problem: FileProblem }[] = []
      const added: Picture[] = []
      for (const file of chosen) {
        const problem = problemWith(file) ?? (pictures.length + added.length >= limits.image.max ? 'too-many' : null)
        if (problem) refused.push({ name: file.name, problem })
        else added.push(fresh(file))
      }
      show([...pictures, ...added])
      pump()
      return refused
    },

    /** Removes a picture from the form, cancels its upload, and discards it if the product does not name it yet. */
    remove(key: string) {
      const picture = find(key)
      if (!picture) return
      running.get(key)?.abort()
      running.delete(key)
      files.delete(key)
      if (!picture.image) source.forget(picture.preview)
      else if (productId && !named.has(picture.image.path)) void source.discard(productId, picture.image.path).catch(() => {})
      show(pictures.filter((other) => other.key !== key))
      pump()
    },

    /** Moves a picture to another place; the first is the cover. */
    move(key: string, to: number) {
      const picture = find(key)
      if (!picture || to < 0 || to >= pictures.length) return
      const others = pictures.filter((other) => other.key !== key)
      show([...others.slice(0, to), picture, ...others.slice(to)])
    },

    /** Retries the failed pictures, or only this one. */
    retry(key?: string) {
      const again = (picture: Picture) => picture.phase === 'failed' && picture.again && (key === undefined || picture.key === key)
      show(pictures.map((picture) => (again(picture) ? { ...picture, phase: 'waiting', problem: null, progress: 0 } : picture)))
      pump()
    },

    /** Uploads pictures to this product, from now on as soon as they are chosen. */
    sendTo(id: string) {
      productId = id
      pump()
    },

    /** Sends the pictures chosen here to another product; the former one loses those it has. */
    moveTo(id: string) {
      const former = productId
      this.stop()
      const isSentAgain = ({ key, image }: Picture) => image !== null && files.has(key)
      for (const picture of pictures)
        if (former && isSentAgain(picture)) void source.discard(former, (picture.image as ProductImage).path).catch(() => {})
      show(pictures.map((picture) => (isSentAgain(picture) ? { ...picture, phase: 'waiting', progress: 0, image: null } : picture)))
      this.sendTo(id)
    },

    /** Stops the uploads. Stored pictures stay; the others wait for the next `sendTo`. */
    stop() {
      productId = null
      for (const upload of running.values()) upload.abort()
      running.clear()
      const waits = (picture: Picture): Picture =>
        picture.phase === 'uploading' || picture.phase === 'pausing'
          ? { ...picture, phase: 'waiting', progress: 0, problem: null }
          : picture
      show(pictures.map(waits))
      answer('stopped')
    },

    /** Resolves when no upload is running or waiting. */
    settled(): Promise<Settled> {
      return new Promise((resolve) => {
        waiters.add(resolve)
        if (productId) settle()
      })
    },

    /** The first that can be stored: the cover. */
    cover: () => pictures.find((picture) => !isRefused(picture)),
    /** The paths in order, once all are stored. */
    paths: () => pictures.flatMap(({ image }) => (image ? [image.path] : [])),
    /** Sets which pictures the product names, so that they are not discarded. */
    setNamed(images: readonly ProductImage[]) {
      named = new Set(images.map(({ path }) => path))
    },
    /** Replaces all pictures by the product's; only while nothing was changed here. */
    reset(images: readonly ProductImage[]) {
      named = new Set(images.map(({ path }) => path))
      show(images.map(storedPicture))
    },
    /** Shows only these of the product's pictures, in this order; while nothing was changed here. */
    reorder: (images: readonly ProductImage[]) => show(images.map(storedPicture)),
    /** Whether pictures or their order differ from what the product names. */
    differFrom: (images: readonly ProductImage[]) =>
      pictures.length !== images.length || pictures.some(({ image }, at) => image?.path !== images[at]?.path),
    /** Whether there are pictures that are not among these. */
    addsTo: (images: readonly ProductImage[]) => pictures.some(({ image }) => !images.some(({ path }) => path === image?.path)),
    /** The pictures that are not among these: the paths of stored ones, and the names and places of those that may still be stored. */
    beyond(images: readonly ProductImage[]) {
      const chosen = pictures.filter((picture) => !isRefused(picture) && !images.some(({ path }) => path === picture.image?.path))
      return {
        paths: chosen.flatMap(({ image }) => image?.path ?? []),
        unfinished: chosen.flatMap(({ image, name }, at) => (image ? [] : [{ name, at }])),
      }
    },
    /** Shows stored pictures of an earlier visit behind those of the product, before those chosen since. Returns how many did not fit. */
    restore(images: readonly ProductImage[]): number {
      const missing = images.filter(({ path }) => !this.paths().includes(path))
      const dropped = missing.splice(Math.max(0, limits.image.max - pictures.length))
      const at = pictures.findLastIndex(({ image }) => image !== null && named.has(image.path)) + 1
      show([...pictures.slice(0, at), ...missing.map(storedPicture), ...pictures.slice(at)])
      return dropped.length
    },
    /** Frees the memory of the previews. */
    close() {
      for (const { preview, image } of pictures) if (!image || preview !== thumbnailOf(image)) source.forget(preview)
    },
  }

  function fresh(file: File): Picture {
    const key = `chosen-${++made}`
    files.set(key, file)
    return { key, name: file.name, preview: source.preview(file), phase: 'waiting', progress: 0, problem: null, again: true, image: null }
  }
}

function problemOf(error: unknown): Pick<Picture, 'problem' | 'again'> {
  const again = !(error instanceof Error && 'again' in error && error.again === false)
  return { problem: error instanceof Error ? error.message : String(error), again }
}
