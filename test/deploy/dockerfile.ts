import { readFileSync } from 'node:fs'

/** The instructions of deploy/Dockerfile, in order. */
export const instructions = () =>
  readFileSync('deploy/Dockerfile', 'utf8')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
      return { name, rest }
    })

/**
 * Whether .dockerignore lets a path into the build, by the rule of Docker: the last pattern that matches the path or a folder above
 * it counts.
 */
export const buildContext = () => {
  const rules = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((rule) => ({ pattern: patternOf(rule.replace('!', '')), isIn: rule.startsWith('!') }))
  return (path: string) => {
    const steps = path.split('/').map((_, i, all) => all.slice(0, i + 1).join('/'))
    return rules.findLast(({ pattern }) => steps.some((step) => pattern.test(step)))?.isIn ?? true
  }
}

const patternOf = (rule: string) =>
  new RegExp(`^${rule.replace(/[.$]/g, '\\$&').replace(/\*+\/?/g, (stars) => (stars === '**/' ? '(.*/)?' : '[^/]*'))}$`)
