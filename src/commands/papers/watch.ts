import { watch } from 'node:fs'
import { parse } from 'node:path'

const MOMENT_MS = 200

/**
 * Prints again after each change in a folder, one run at a time: the template that changed, or all if the file is part of several.
 * Ends with Ctrl C.
 */
export function printChanges(folder: string, print: (only?: string) => Promise<unknown>, signal?: AbortSignal) {
  return new Promise<never>((_, fail) => {
    const changed = new Set<string>()
    let soon: NodeJS.Timeout | undefined
    let printing: Promise<unknown> = Promise.resolve()
    // An editor writes a file in several steps, so a change is printed a moment after its last one.
    watch(folder, { signal }, (_event, file) => {
      const { name, ext } = parse(file ?? 'all.typ')
      if (!prints.has(ext.toLowerCase())) return
      changed.add(ext === '.typ' ? name : '')
      clearTimeout(soon)
      soon = setTimeout(() => {
        const [only] = changed.size === 1 ? changed : []
        changed.clear()
        printing = printing.then(() => print(only || undefined)).catch(fail)
      }, MOMENT_MS)
    })
  })
}

/** The types of source files. Printed files may be in the same folder. */
const prints = new Set(['.typ', '.ttf', '.otf', '.png', '.jpg', '.jpeg', '.svg'])
