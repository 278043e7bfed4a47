declare global {
  interface Window {
    /** Not in every browser. */
    trustedTypes?: { createPolicy: (name: string, rules: { createHTML: (html: string) => string | null }) => unknown }
  }
}

// The policy of the pages refuses every text as HTML. React Aria empties an element of its own that way while somebody types a
// day, and without this the refusal would end the page. An empty text is all that is let through.
window.trustedTypes?.createPolicy('default', { createHTML: (html) => (html === '' ? html : null) })

export {}
