import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { IDENTITY, MissingFile, type Place, placeIn, StoreFault } from './place.ts'

// Two attempts must fit into the time budget of a request, 15 s.
const TIMEOUTS = {
  connectionTimeout: 2_000,
  requestTimeout: 6_000,
  throwOnRequestTimeout: true,
  // For an answer that began and then stopped.
  socketTimeout: 20_000,
}

/** Stores files in a bucket of an S3-compatible store. */
export async function bucket(url: URL): Promise<Place> {
  const { get, put, head, remove, list } = callsTo(await sdk(), url)
  return {
    keep: async (path, name) => put(name, await readFile(path)),
    has: (name) => head(name).then(() => true, unlessMissing(false)),
    read: async (name, range) => {
      const body = await get(name, range && `bytes=${range.first}-${range.last}`).catch((error) => {
        throw isMissing(error) ? new MissingFile(name, error) : error
      })
      return body as Readable
    },
    remove,
    all: async function* () {
      for await (const { Key = '', LastModified } of list()) {
        const place = placeIn(Key)
        if (place && LastModified) yield { place, keptAt: LastModified }
      }
    },
    identity: {
      read: () => get(IDENTITY).then((body) => body?.transformToString(), unlessMissing(undefined)),
      write: (id) => put(IDENTITY, Buffer.from(id)),
    },
  }
}

type Sdk = typeof import('@aws-sdk/client-s3')
const sdk = (): Promise<Sdk> =>
  import('@aws-sdk/client-s3').catch((cause) => {
    throw new Error('FILES_URL names a bucket, and its client is not installed: npm ci --include=optional', { cause })
  })

/** The S3 calls that are used. Their errors become `StoreFault`, except for missing objects. */
const callsTo = (s3: Sdk, url: URL) => {
  const client = new s3.S3Client(settingsOf(url))
  const Bucket = url.hostname
  return {
    get: (Key: string, Range?: string) =>
      call(async () => (await client.send(new s3.GetObjectCommand({ Bucket, Key, Range }))).Body),
    put: (Key: string, Body: Buffer) =>
      call(async () => {
        await client.send(new s3.PutObjectCommand({ Bucket, Key, Body, ContentType: 'application/octet-stream' }))
      }),
    head: (Key: string) => call(() => client.send(new s3.HeadObjectCommand({ Bucket, Key }))),
    remove: (Key: string) =>
      call(async () => {
        await client.send(new s3.DeleteObjectCommand({ Bucket, Key }))
      }),
    list: async function* () {
      let ContinuationToken: string | undefined
      do {
        const command = new s3.ListObjectsV2Command({ Bucket, ContinuationToken })
        const page = await call(() => client.send(command))
        yield* page.Contents ?? []
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
    },
  }
}

// The client reads its credentials from the environment: AWS_ACCESS_KEY_ID and so on.
const settingsOf = ({ searchParams }: URL) => {
  const endpoint = searchParams.get('endpoint')
  return {
    region: searchParams.get('region') ?? 'us-east-1',
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    maxAttempts: 2,
    requestHandler: TIMEOUTS,
    // Not every S3-compatible store supports the newer checksums. Our own checksum is in the row of the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  } as const
}

/** Converts every error to a `StoreFault`, which is temporary, except for a missing object. */
const call = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw isMissing(error) ? error : new StoreFault(error)
  }
}

const isMissing = (error: unknown) => ['NoSuchKey', 'NotFound'].includes((error as Error).name)
const unlessMissing =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (isMissing(error)) return instead
    throw error
  }
