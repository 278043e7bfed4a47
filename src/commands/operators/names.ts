import { refuse } from '../../kit/errors.ts'
import type { Words } from '../../kit/words/words.ts'
import type { Arguments } from '../command.ts'
import type { Operator, Wanted } from './registry.ts'

const FIRST_PORT = 3101

/** What `operators add` was given, once nothing in it is wrong or used by another operator. */
export const checked = (given: Pick<Arguments, 'name' | 'host' | 'port' | 'admin' | 'files'>, others: Operator[]) => {
  const host = given.host.toLowerCase()
  const port = given.port === undefined ? nextPort(others) : Number(given.port)
  const wanted: Wanted = { name: given.name, host, port, admin: given.admin, files: given.files ?? '' }
  const wrong = rulesFor(wanted).flatMap(([field, isRight, rule]) =>
    isRight ? [] : [[field, [rule]] as [string, Words[]]],
  )
  if (wrong.length) return refuse('invalid_input', { errors: Object.fromEntries(wrong) })
  for (const { name, ...there } of others)
    if (name === wanted.name || there.host === host || there.port === port)
      return refuse('duplicate', { detail: taken(name, there) })
  return wanted
}

const rulesFor = ({ name, host, port, admin, files }: Wanted): [field: string, isRight: boolean, rule: Words][] => [
  ['name', /^[a-z][a-z0-9-]{0,30}$/.test(name) && name !== 'removed', NAME],
  ['host', /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host), HOST],
  ['port', Number.isInteger(port) && port >= 1024 && port <= 65_535, PORT],
  ['admin', /^[^\s@'"#]+@[^\s@'"#]+$/.test(admin), ADMIN],
  ['files', files === '' || /^s3:\/\/[^\s'"#]+$/.test(files), FILES],
]

const nextPort = (others: Operator[]) => 1 + Math.max(FIRST_PORT - 1, ...others.map(({ port }) => port))

const taken = (name: string, { host, port }: Omit<Operator, 'name'>): Words => [
  `${name} 已使用這個名稱、主機名稱或連接埠（${host}，${port}）；請改用其他的。`,
  `${name} has this name, host name or port already (${host}, ${port}); choose others.`,
]
const NAME: Words = [
  '名稱須以小寫英文字母開頭，只含小寫字母、數字與連字號，最多 31 個字元；不能是 removed。',
  'A name begins with a small letter and has small letters, digits and hyphens, at most 31; it is not "removed".',
]
const HOST: Words = ['須為主機名稱，例如 agency.example.com。', 'Must be a host name, for example agency.example.com.']
const PORT: Words = ['連接埠須為 1024 到 65535 的整數。', 'Must be a whole number from 1024 to 65535.']
const ADMIN: Words = ['須為第一位管理員的電子郵件地址。', 'Must be the mail address of the first administrator.']
const FILES: Words = [
  '須為 s3:// 開頭的網址；不填則存放在本機資料夾。',
  'Must be an s3:// address; without it files are stored in the folder of the operator.',
]
