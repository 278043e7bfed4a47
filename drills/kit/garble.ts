import type { RequestOptions } from './client.ts'
import type { Random } from './random.ts'

/** A body that no operation can read. */
export const garbled = (random: Random): Pick<RequestOptions, 'body' | 'headers'> => {
  const [type, body] = random.pick(bodies)
  return { body, headers: { 'content-type': type } }
}

/** The path with an invalid escape. */
export const withBrokenEscape = (path: string) => path.replace(/[^/]*$/, '%ZZ')

const bodies: [type: string, body: string | Buffer][] = [
  ['application/json', '{"name": '],
  ['application/json', ''],
  ['application/json', Buffer.from([0x22, 0xff, 0x22])],
  ['application/json', `"${'x'.repeat(1_100_000)}"`],
  ['text/plain', 'name'],
  ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="a'],
  ['multipart/form-data', 'name'],
]
