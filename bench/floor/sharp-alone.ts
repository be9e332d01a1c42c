import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

/** The floor of pictures: the library alone writes the same three files, without checks, durable storage or database. */
process.on('message', async ({ file, folder }: { file: string; folder: string }) => {
  await sharp(file).autoOrient().jpeg({ quality: 88 }).toFile(join(folder, 'original.jpg'))
  const medium = await sharp(file).autoOrient().resize({ width: 640 }).webp({ effort: 2 }).toBuffer()
  await writeFile(join(folder, '640.webp'), medium)
  await sharp(medium).resize({ width: 160 }).webp({ effort: 2 }).toFile(join(folder, '160.webp'))
  process.send?.({})
})
