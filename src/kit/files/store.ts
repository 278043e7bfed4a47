import { mkdir, open, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Disk } from 'flydrive'

/** Where the bytes of private files lie, each under a name that tells nothing. */
export type Store = {
  /** A local directory in which uploads land until they are judged. */
  arrivals: string
  /** Takes a finished local file in; once this returns, it outlives a power cut. */
  keep: (path: string, place: string) => Promise<void>
  has: (place: string) => Promise<boolean>
  read: (place: string) => Promise<Readable>
  remove: (place: string) => Promise<void>
  /** Everything that was kept, whatever else lies about. */
  all: () => AsyncGenerator<{ place: string; keptAt: Date }>
}

/** The small picture of a file lies beside it. */
export const thumbnailOf = (place: string) => `${place}.thumbnail`

/** A directory on this machine, or a bucket: `s3://bucket?region=ap-northeast-1&endpoint=https://storage.example`. */
export const openStore = async ({
  directory,
  url,
}: {
  directory: string
  url?: string | undefined
}): Promise<Store> => {
  const arrivals = join(directory, 'arrivals')
  await mkdir(arrivals, { recursive: true, mode: 0o700 })
  // A folder is opened with the first file: the start of a quiet service is not burdened with it.
  let opened = url ? await bucket(new URL(url)) : undefined
  const disk = async () => {
    opened ??= await folder(directory)
    return opened
  }
  return {
    arrivals,
    keep: async (path, place) => (url ? uploadTo(await disk(), path, place) : moveTo(directory, path, place)),
    has: async (place) => (await disk()).exists(place),
    read: async (place) => (await disk()).getStream(place),
    remove: async (place) => (await disk()).delete(place),
    all: async function* () {
      yield* everything(await disk())
    },
  }
}

// Renaming happens wholly or not at all, and is safe once the directory itself is written.
const moveTo = async (directory: string, path: string, place: string) => {
  await rename(path, join(directory, place))
  const folder = await open(directory)
  await folder.sync().finally(() => folder.close())
}

const uploadTo = async (disk: Disk, path: string, place: string) => {
  const { size } = await stat(path)
  await disk.copyFromFs(path, place, { contentLength: size, contentType: 'application/octet-stream' })
}

const OURS = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.thumbnail)?$/

async function* everything(disk: Disk) {
  let paginationToken: string | undefined
  do {
    const page = await disk.listAll('/', { ...(paginationToken !== undefined && { paginationToken }) })
    for (const entry of page.objects)
      if (entry.isFile && OURS.test(entry.key))
        yield { place: entry.key.slice(0, 36), keptAt: (await entry.getMetaData()).lastModified }
    paginationToken = page.paginationToken
  } while (paginationToken !== undefined)
}

const folder = async (location: string) => {
  const { Disk } = await import('flydrive')
  const { FSDriver } = await import('flydrive/drivers/fs')
  return new Disk(new FSDriver({ location, visibility: 'private' }))
}

// Who we are to the bucket is read from the environment by the client itself: AWS_ACCESS_KEY_ID and so on.
const bucket = async ({ hostname, searchParams }: URL) => {
  const { S3Driver } = await import('flydrive/drivers/s3').catch((cause) => {
    throw new Error(
      'FILES_URL names a bucket, and its client is not installed: npm install @aws-sdk/client-s3 @aws-sdk/s3-request-presigner',
      { cause },
    )
  })
  const { Disk } = await import('flydrive')
  const endpoint = searchParams.get('endpoint')
  return new Disk(
    new S3Driver({
      bucket: hostname,
      region: searchParams.get('region') ?? 'us-east-1',
      ...(endpoint !== null && { endpoint, forcePathStyle: true }),
      visibility: 'private',
      supportsACL: false,
      // Not every store that speaks S3 knows the newer checksums; ours stands in the row.
      requestChecksumCalculation: 'WHEN_REQUIRED',
    }),
  )
}
