import css from './page.module.css'

const people = [268, 310, 338, 372, 398, 432, 458]

/** Hills, and a group that follows a small flag. */
export const Scene = () => (
  <svg viewBox="0 0 800 560" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
    <circle cx="610" cy="150" r="62" fill="oklch(88% 0.07 75)" opacity="0.9" />
    <path d="M0 330 Q140 210 300 300 T620 250 T800 300 V560 H0Z" fill="oklch(46% 0.06 195)" />
    <path d="M0 400 Q180 290 380 380 T800 350 V560 H0Z" fill="oklch(38% 0.055 200)" />
    <path d="M0 470 Q240 390 460 450 T800 430 V560 H0Z" fill="oklch(30% 0.045 205)" />
    <g className={css.people}>
      <path d="M282 438V304" stroke="oklch(90% 0.03 80)" strokeWidth="4" strokeLinecap="round" />
      <path d="M284 306h62l-18 19 18 19h-62z" fill="oklch(72% 0.15 45)" />
      {people.map((x, nth) => (
        <g
          key={x}
          fill="oklch(90% 0.025 80)"
          transform={`translate(${x} ${440 + nth * 3.4}) scale(${nth % 3 === 2 ? 0.8 : 1})`}
        >
          <circle cy="-30" r="6.5" />
          <path d="M-9 0q0-21 9-21t9 21z" />
        </g>
      ))}
    </g>
  </svg>
)
