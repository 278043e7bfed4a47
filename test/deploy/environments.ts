import { parse } from 'yaml'
import { instructions } from './dockerfile.ts'
import { deployed } from './proxies.ts'

export type Environment = Record<string, string>

type Compose = { services: Record<string, { image?: string; environment: Environment; [key: string]: unknown }> }
/** deploy/compose.yaml, with the variables of its environments replaced by the given ones. */
export const compose = (given: Environment = {}): Compose => {
  const read: Compose = parse(deployed('compose.yaml'))
  for (const service of Object.values(read.services))
    for (const [name, value] of Object.entries(service.environment)) service.environment[name] = filledIn(value, given)
  return read
}

// ${NAME}, ${NAME:-fallback}, or ${NAME:?} for a required variable.
const filledIn = (text: string, given: Environment) =>
  text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (all, name: string, sign, fallback) => {
    const value = given[name] ?? (sign === '-' ? fallback : undefined)
    if (value === undefined) throw new Error(`${all} is not given`)
    return value
  })

/** The lines of a section of deploy/guidon.service, in order. */
export const unit = (section: string) =>
  (
    deployed('guidon.service')
      .split(/^\[/m)
      .find((part) => part.startsWith(`${section}]`)) ?? ''
  )
    .split('\n')
    .map((line) => /^(\w+)=(.*)$/.exec(line)?.slice(1) ?? [])
    .map(([name = '', value = '']) => ({ name, value }))
    .filter(({ name }) => name)

/** The environment of the service's process when it is started by the files of deploy/. */
export const environments = (given: Environment): Record<string, Environment> => {
  const image = pairs(
    instructions()
      .filter(({ name }) => name === 'ENV')
      .flatMap(({ rest }) => rest.split(/\s+/)),
  )
  const inUnit = pairs(unit('Service').flatMap(({ name, value }) => (name === 'Environment' ? value.split(/\s+/) : [])))
  const settings = pairs(
    deployed('guidon.env')
      .split('\n')
      .filter((line) => /^\w+=/.test(line)),
  )
  return {
    Dockerfile: image,
    'compose.yaml': { ...image, ...compose(given).services.guidon?.environment },
    'guidon.service': inUnit,
    // Variables of the file override those of the unit, as in systemd.
    'guidon.service with guidon.env': { ...inUnit, ...settings },
  }
}

const pairs = (texts: string[]): Environment =>
  Object.fromEntries(texts.map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]))
