import type { ReactNode } from 'react'

export type Fact = readonly [name: string, value: ReactNode]

/** Names and values, without those that have none. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="facts-list">
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
