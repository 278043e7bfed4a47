type Account = { email: string; password: string; role: string }

/** The one block a start prints: where to go, and what to sign in with. */
export const banner = ({
  address,
  database,
  demo,
  administrator,
  seconds,
}: {
  address: string
  database: string
  demo: Account[]
  administrator: Account | undefined
  seconds: number
}) => {
  const lines = [
    `  API        ${address}/api`,
    `  Reference  ${address}/docs`,
    `  Health     ${address}/healthz`,
    `  Database   ${database}`,
    ...(administrator
      ? [`  Sign in    ${administrator.email}  ${administrator.password}   (administrator; shown this once)`]
      : []),
    ...(demo.length ? ['', ...demoLines(demo)] : []),
  ]
  return `\nGuidon is ready after ${seconds.toFixed(1)} s.\n\n${lines.join('\n')}\n`
}

const demoLines = (demo: Account[]) => [
  '  Demo accounts (a first start with DEMO=0 makes a house without them):',
  ...demo.map(({ role, email, password }) => `    ${role.padEnd(24)}${email.padEnd(36)}${password}`),
]
