// Checks the lock file and package.json: the lock file is complete for every platform, no version is below the known safe minimum,
// and every version in package.json is exact.
import { readFileSync } from 'node:fs'

const read = (name) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'))
const { packages } = read('package-lock.json')
const floors = read('bin/version-floors.json')
const faults = []

const names = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')))
for (const [path, { optionalDependencies = {} }] of Object.entries(packages))
  for (const name of Object.keys(optionalDependencies))
    if (!names.has(name))
      faults.push(`${path || 'package.json'} needs ${name}, which the lock file lacks: npm ci would fail elsewhere`)

const parts = (version) => version.split(/[-+]/)[0].split('.').map(Number)
const isBelow = (version, floor) => {
  const [a, b] = [parts(version), parts(floor)]
  const i = a.findIndex((part, at) => part !== b[at])
  return i >= 0 && a[i] < b[i]
}
for (const [path, { version }] of Object.entries(packages)) {
  const floor = floors[path.replace(/^.*node_modules\//, '')]
  if (floor && isBelow(version, floor)) faults.push(`${path} is ${version}, below the safe ${floor}`)
}

const workspaces = ['design', 'embedded-postgres', 'sdk', 'web'].map((name) => `${name}/package.json`)
for (const file of ['package.json', ...workspaces]) {
  const { dependencies, devDependencies, optionalDependencies } = read(file)
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }))
    if (!/^\d/.test(version)) faults.push(`${file}: ${name} is not pinned to an exact version (${version})`)
}

if (faults.length) {
  console.error(faults.join('\n'))
  process.exit(1)
}
console.log(`${names.size} packages: complete, exact, above the safe floor`)
