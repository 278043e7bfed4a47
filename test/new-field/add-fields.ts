import { registerHooks } from 'node:module'
import { declarations } from './declarations.ts'

// A loader that adds one line to the declaration of every record when its file is loaded. Other lines stay unchanged.
const line = `  probe: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 40 })),`
const modules = new URL('../../src/modules/', import.meta.url).href

registerHooks({
  load: (url, context, load) => {
    const loaded = load(url, context)
    const here = Object.values(declarations).filter(({ file }) => url === modules + file)
    if (!here.length) return loaded
    return { ...loaded, source: here.reduce((text, { schema }) => withLine(text, schema), `${loaded.source}`) }
  },
})

const withLine = (text: string, schema: string) => {
  const [before, after, ...others] = text.split(`const ${schema} = Type.Object({\n`)
  if (after === undefined || others.length) throw new Error(`${schema} is not declared as an object, once`)
  return `${before}const ${schema} = Type.Object({\n${line}\n${after}`
}
