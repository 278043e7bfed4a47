import type { Chapter } from './about.ts'
import type { Route } from './catalogue.ts'
import { firstWordOf } from './names.ts'

/**
 * The documented routes by chapter, in the order of the chapters. A path that no chapter holds gets a chapter named after its
 * first word.
 */
export const chaptersOf = (declared: readonly Chapter[], routes: readonly Route[]) => {
  const words = new Map(declared.flatMap((chapter) => (chapter.holds ?? [chapter.name]).map((word) => [word, chapter])))
  const shown = new Map<Chapter, Route[]>(declared.map((chapter) => [chapter, []]))
  for (const route of routes.filter(({ summary }) => summary !== undefined)) {
    const word = firstWordOf(route.path)
    const chapter = words.get(word) ?? { name: word, says: [word, word] }
    words.set(word, chapter)
    shown.set(chapter, [...(shown.get(chapter) ?? []), route])
  }
  return [...shown].map(([chapter, routes]) => ({ chapter, routes })).filter(({ routes }) => routes.length > 0)
}
