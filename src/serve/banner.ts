import { DESK, hasConsole } from '../console.ts'
import { exposed } from '../seeds/demo/exposure.ts'

type Account = { email: string; password: string }

/** The text that a start prints: the addresses, and how to sign in. */
export function banner({
  address,
  database,
  demo,
  administrator,
  isDemoExposed,
  isSiteOn,
  seconds,
}: {
  address: string
  database: string
  demo: (Account & { role: string })[]
  /** With `path`, the file that contains the password. */
  administrator: (Account & { path?: string }) | undefined
  isDemoExposed: boolean
  /** Whether visitors see the public site at the address itself. */
  isSiteOn: boolean
  seconds: number
}) {
  const lines = [
    ...(isSiteOn ? [`  Site       ${address}/   (public)`] : []),
    ...(hasConsole() ? [`  Console    ${address}${DESK}${isSiteOn ? '   (the office signs in here)' : ''}`] : []),
    `  API        ${address}/api`,
    `  Reference  ${address}/docs`,
    `  Health     ${address}/healthz`,
    `  Database   ${database}`,
    ...(administrator ? [signInLine(administrator)] : []),
    ...(demo.length ? ['', ...demoLines(demo)] : []),
    ...(isDemoExposed ? ['', ...warning] : []),
  ]
  return `\nGuidon is ready after ${seconds.toFixed(1)} s.\n\n${lines.join('\n')}\n`
}

const signInLine = ({ email, password, path }: Account & { path?: string }) =>
  path
    ? `  Sign in    ${email}  (administrator; the password is in ${path} until the first sign-in, at most a day)`
    : `  Sign in    ${email}  ${password}   (administrator; shown this once)`

const demoLines = (demo: (Account & { role: string })[]) => [
  '  Demo accounts (a first start with DEMO=0 makes a house without them):',
  ...demo.map(({ role, email, password }) => `    ${role.padEnd(24)}${email.padEnd(36)}${password}`),
]

const warning = [`  !! ${exposed.says[1]} ${exposed.todo[1]}`, `  !! ${exposed.says[0]}${exposed.todo[0]}`]
