import { choice } from './store.ts'

/** How close the rows of lists stand. */
export const density = choice('guidon.density', 'roomy', ['roomy', 'dense'], (chosen) => {
  document.documentElement.dataset.density = chosen
})
