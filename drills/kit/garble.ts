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
  ['application/json', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
  ['application/json', '['.repeat(50) + ']'.repeat(50)],
  ['application/json', '['.repeat(200_000)],
  ['application/json; charset=utf-16', '{"a": 1}'],
  ['application/json;'.repeat(200), '{"a": 1}'],
  ['application/merge-patch+json', '{"a": 1}'],
  ['nonsense', '{"a": 1}'],
  ['text/plain', 'name'],
  ['application/x-www-form-urlencoded', 'name=%00&name[a][b]=1'],
  ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="a'],
  ['multipart/form-data', 'name'],
]
