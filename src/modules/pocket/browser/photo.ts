import type { Photo } from './store.ts'

/** The longest side of a photograph, and the most bytes that it may have. */
const LONGEST_SIDE = 1_600
const MOST_BYTES = 1_000_000

/** Scales a photograph on the phone. Nothing else of the file is kept, such as where it was taken. */
export async function scaled(file: Blob): Promise<Photo> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  for (let quality = 0.85; ; quality -= 0.15) {
    const blob = await jpegOf(canvas, quality)
    if (blob.size <= MOST_BYTES || quality < 0.3) return { key: crypto.randomUUID(), blob, size: blob.size }
  }
}

const jpegOf = (canvas: HTMLCanvasElement, quality: number): Promise<Blob> =>
  new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/jpeg', quality),
  )
