import { existsSync, readdirSync, statSync } from 'node:fs'

const isFont = (name: string) => /\.(ttf|otf)$/i.test(name)
const filesIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => ({ name, path: `${folder}/${name}` }))

/** The fonts in the folders of templates, and in their subfolders `fonts`. */
export function fontsIn(folders: readonly string[]) {
  const inside = folders.map((folder) => `${folder}/fonts`).filter((folder) => existsSync(folder))
  return [...inside, ...folders].flatMap(filesIn).flatMap(({ name, path }) => (isFont(name) ? path : []))
}

/** The files of templates by name: a later folder replaces files of the same name in an earlier one. */
export function templatesIn(folders: readonly string[]) {
  return new Map(
    folders.flatMap((folder, i) =>
      filesIn(folder)
        .filter(({ name }) => !isFont(name))
        .map((file) => [file.name, { ...file, isOwn: i > 0 }] as const),
    ),
  )
}

/** Calls `load` for the files that are new or changed since it was last called. */
export function changesIn(folders: readonly string[]) {
  const loaded = new Map<string, string>()
  return (load: (file: { name: string; path: string }) => void) => {
    for (const [name, file] of templatesIn(folders)) {
      const version = `${file.path} ${statSync(file.path).mtimeMs}`
      if (loaded.get(name) === version) continue
      load(file)
      loaded.set(name, version)
    }
  }
}
