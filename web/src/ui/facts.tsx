import type { ReactNode } from 'react'

export type Fact = readonly [name: string, value: ReactNode]

/** Labels and values; empty values are left out. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="facts sums">
    {facts.map(
      ([name, value]) =>
        (value || value === 0) && (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
)
