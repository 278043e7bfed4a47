import { html } from '../../kit/http/pages/html.ts'

/** The style of the gallery, in the colors of the console. */
export const look = html`<style>
:root {
  color-scheme: light dark;
  --paper: light-dark(#faf9f7, #12161b); --card: light-dark(#fff, #1b2026); --line: light-dark(#e4e1dc, #343a42);
  --ink: light-dark(#1f2530, #eceae6); --soft: light-dark(#5a616c, #a9b0ba);
  --accent: light-dark(#0f6460, #7fcfc8); --wash: light-dark(#e6f3f1, #1d3533);
}
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 "Noto Sans TC", "PingFang TC", "Microsoft JhengHei", "Noto Sans CJK TC", system-ui, sans-serif;
  display: grid; grid-template: "head head" auto "nav main" 1fr / 17rem minmax(0, 72rem); gap: 0 2rem; padding: 2rem clamp(1rem, 3vw, 3rem) }
header { grid-area: head; margin-bottom: 1rem }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.3 }
header p, h1 span { color: var(--soft); font-weight: 400; margin: .25rem 0 }
nav { grid-area: nav; position: sticky; top: 1rem; align-self: start; display: grid; max-height: calc(100vh - 2rem); overflow: auto }
nav a { color: inherit; text-decoration: none; padding: .25rem .75rem; border-radius: 6px; display: flex; justify-content: space-between; gap: 1rem }
nav a:hover, nav a:focus-visible { background: var(--wash); color: var(--accent) }
nav small { color: var(--soft) }
main { grid-area: main }
h2 { margin: 0 0 .75rem; font-size: 1.25rem }
main > section { margin-bottom: 2.5rem }
article { background: var(--card); border: 1px solid var(--line); border-radius: 10px; margin-bottom: 1rem; overflow: hidden }
h3 { margin: 0; padding: .5rem 1rem; border-bottom: 1px solid var(--line); font-size: .8125rem; font-weight: 400; color: var(--soft);
  display: flex; flex-wrap: wrap; gap: .25rem .5rem; align-items: center }
code { font: .8125rem ui-monospace, monospace; overflow-wrap: anywhere; margin-right: auto }
i { font-style: normal; border: 1px solid var(--line); border-radius: 99px; padding: 0 .6rem; font-size: .75rem }
i.mail { background: var(--wash); border-color: transparent; color: var(--accent) }
article div { display: grid; grid-template-columns: 1fr 1fr }
article div section { padding: 1rem 1.25rem 1.25rem; min-width: 0 }
article div section + section { border-left: 1px solid var(--line) }
h4 { margin: 0 0 .5rem; font-size: 1.0625rem; line-height: 1.4 }
article p { margin: 0; white-space: pre-line; overflow-wrap: anywhere }
@media (max-width: 60rem) {
  body { display: block; padding: 1.25rem 1rem }
  nav { position: static; max-height: none; display: flex; flex-wrap: wrap; gap: .25rem; margin-bottom: 1.5rem }
  nav a { border: 1px solid var(--line); padding: .15rem .6rem; gap: .35rem; font-size: .875rem }
}
@media (max-width: 44rem) {
  code { flex-basis: 100% }
  article div { grid-template-columns: 1fr }
  article div section + section { border-left: 0; border-top: 1px solid var(--line) }
}
@media print { nav { display: none } article { break-inside: avoid } }
</style>`
