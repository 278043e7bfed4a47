import {
  chedi,
  type Drawing,
  disc,
  grad,
  H,
  hill,
  house,
  lantern,
  pagoda,
  path,
  peak,
  pick,
  pine,
  type Random,
  rect,
  ridge,
  ridgePoints,
  ripples,
  sky,
  W,
} from './shapes.ts'

/** The scenes of covers. The same random numbers draw the same picture. */
export const scenes = {
  snow(r: Random) {
    const { defs, body } = sky([0, '#16294a'], [0.42, '#4d6c96'], [0.66, '#e7b796'], [0.72, '#f3d3b4'])
    let b = body + disc(880, 190, 62, '#fdf3e0') + disc(880, 190, 110, '#fdf3e0', ' opacity=".12"')
    for (let i = 0; i < 40; i++) b += disc(r() * W, r() * 300, 0.8 + r() * 1.4, '#fff', ' opacity=".7"')
    const far = ridgePoints(r, 400, 300, 6, 10)
    b += ridge(far, '#8fa6c4')
    b += path(
      `M${far.map(([x, y]) => `${x} ${y}`).join(' ')}L${[...far]
        .reverse()
        .map(([x, y], i) => `${x} ${y + 26 + (i % 3) * 26}`)
        .join(' ')}z`,
      '#e9f0f8',
      ' opacity=".85"',
    )
    b += ridge(ridgePoints(r, 500, 160, 6), '#55739c')
    for (let i = 0; i < 46; i++) b += pine(r() * W, 560 + r() * 30, 36 + r() * 46, '#2c4668')
    b += hill(575, 10, 1, '#dfe8f2')
    let x = 60
    while (x < 1130) {
      const w = 84 + r() * 80
      b += house(
        x,
        640,
        w,
        64 + r() * 70,
        pick(r, ['#3b3144', '#4a2f2f', '#2f3f52', '#5a3a2e']),
        '#26303f',
        '#ffcf7d',
        r,
        '#f4f8fc',
      )
      x += w + 10 + r() * 22
    }
    b += rect(0, 640, W, 14, '#eef4fa') + rect(0, 654, W, 146, '#22395c')
    for (let i = 0; i < 46; i++)
      b += rect(
        60 + r() * 1080,
        660 + r() * 120,
        10 + r() * 44,
        3,
        '#ffcf7d',
        ` opacity="${(0.15 + r() * 0.45).toFixed(2)}"`,
      )
    for (let i = 0; i < 90; i++)
      b += disc(r() * W, r() * H, 1.5 + r() * 3.4, '#fff', ` opacity="${(0.35 + r() * 0.5).toFixed(2)}"`)
    return { defs, body: b }
  },
  fuji(r: Random) {
    const { defs, body } = sky([0, '#f6c9a8'], [0.4, '#f9dfc4'], [0.62, '#fbeedd'])
    let b = body + disc(330, 250, 96, '#e5593f')
    b += peak(680, 590, 560, 400, '#51658c')
    b += path(
      'M628 192q52 12 104 0l44 92l-26 52l-20-30l-24 62l-30-58l-22 70l-28-68l-24 44l-30-52l-16 26l28-88z',
      '#f8fafc',
    )
    b += hill(560, 16, 0.6, '#7f93a8') + hill(585, 10, 2.2, '#4f6a72')
    b +=
      rect(0, 600, W, 200, '#bcd0d6') +
      path('M300 600h760l-250 150q-130 26-260 0z', '#8ba0b8', ' opacity=".55"') +
      path('M560 700q120 20 240 0l-20 26q-100 16-200 0z', '#f8fafc', ' opacity=".6"')
    b += ripples(r, 612, 790, '#fff', 30)
    for (let i = 0; i < 11; i++)
      b += pine(-20 + i * 30 + r() * 24, 810 + r() * 12, 130 + r() * 110, i % 2 ? '#21403f' : '#2c5250')
    for (let i = 0; i < 7; i++)
      b += pine(1010 + i * 34 + r() * 20, 812 + r() * 12, 110 + r() * 90, i % 2 ? '#21403f' : '#2c5250')
    return { defs, body: b }
  },
  pagoda(r: Random) {
    const { defs, body } = sky([0, '#f3b183'], [0.45, '#f8d3a9'], [0.7, '#fbe9cf'])
    let b =
      body + disc(400, 290, 110, '#fff3dc') + hill(450, 34, 2.4, '#c8a58f', 1.2) + hill(500, 30, 0.4, '#a3716a', 1.5)
    for (let i = 0; i < 70; i++)
      b += disc(r() * W, 520 + r() * 60, 16 + r() * 26, pick(r, ['#b0412e', '#c9622f', '#8f2f2b', '#d58a3a']))
    b += pagoda(800, 610, 250, 5, '#5c2a24', '#33201f')
    for (let i = 0; i < 80; i++)
      b += disc(r() * W, 610 + r() * 90, 20 + r() * 30, pick(r, ['#9c3328', '#b84a2c', '#7c2726', '#cf7a33']))
    for (const [k, shade] of ['#3f3a46', '#332f3b', '#282530'].entries()) {
      let x = -60 - k * 40
      const y = 690 + k * 52
      while (x < W) {
        const w = 150 + r() * 90
        b += path(`M${x} ${y}q${w * 0.3} -6 ${w * 0.5} -44q${w * 0.2} 38 ${w * 0.5} 44v60h${-w}z`, shade)
        x += w * 0.72
      }
    }
    return { defs, body: b }
  },
  chedi(r: Random) {
    const { defs, body } = sky([0, '#3b2a5c'], [0.4, '#8d4f77'], [0.62, '#e58a63'], [0.74, '#f7c686'])
    let b = body
    b += hill(520, 30, 1.2, '#6b4468', 1) + hill(560, 22, 3, '#4d3557', 1.4)
    b +=
      chedi(820, 640, 170, 400, '#d79a3c', '#f1c465') +
      chedi(590, 640, 84, 210, '#b97c34', '#d9a24a') +
      chedi(1040, 640, 84, 210, '#b97c34', '#d9a24a')
    b +=
      path('M120 640v-90l90-14l20-62l26 62h60l26-62l20 62l90 14v90z', '#3a2540') +
      path('M150 640h260v-70h-260z', '#4c2f4a')
    b += hill(648, 6, 0, '#2b1d33') + rect(0, 660, W, 140, '#2b1d33')
    for (let i = 0; i < 34; i++) {
      const s = 6 + r() ** 3 * 30
      const x = r() * W,
        y = 40 + r() * 470
      b +=
        disc(x, y, s * 2.1, '#ffcf7d', ' opacity=".14"') +
        path(
          `M${x - s * 0.7} ${y + s}q${-s * 0.4} ${-s * 1.8} ${s * 0.7} ${-s * 2}q${s * 1.1} ${s * 0.2} ${s * 0.7} ${s * 2}z`,
          '#ffd98f',
        )
    }
    for (let i = 0; i < 40; i++)
      b += rect(r() * W, 672 + r() * 120, 6 + r() * 20, 2.4, '#ffcf7d', ` opacity="${(0.2 + r() * 0.4).toFixed(2)}"`)
    return { defs, body: b }
  },
  river(r: Random) {
    const { defs, body } = sky([0, '#f0a35e'], [0.45, '#f7cb8f'], [0.7, '#fbe6c6'])
    let b = body + disc(310, 330, 100, '#fff1d2')
    for (let i = 0; i < 22; i++) {
      const w = 40 + r() * 60,
        h = 60 + r() * 200
      b += rect(i * 56 - 10, 560 - h, w, h, '#d9a878', ' opacity=".7"')
    }
    const prang = (x: number, w: number, h: number, f: string, hi: string) =>
      path(
        `M${x - w} 600l${w * 0.2} ${-h * 0.16}h${w * 0.1}l${w * 0.12} ${-h * 0.14}h${w * 0.08}q${w * 0.1} ${-h * 0.4} ${w * 0.42} ${-h * 0.62}l${w * 0.08} ${-h * 0.08}l${w * 0.08} ${h * 0.08}q${w * 0.32} ${h * 0.22} ${w * 0.42} ${h * 0.62}h${w * 0.08}l${w * 0.12} ${h * 0.14}h${w * 0.1}l${w * 0.2} ${h * 0.16}z`,
        f,
      ) + path(`M${x} ${600 - h}q${w * 0.5} ${h * 0.3} ${w * 0.5} ${h * 0.7}l${w * 0.5} ${h * 0.3}h${-w * 0.8}z`, hi)
    b +=
      prang(760, 190, 430, '#7a4b3a', '#9a6546') +
      prang(560, 84, 220, '#6b4034', '#88563d') +
      prang(960, 84, 220, '#6b4034', '#88563d')
    b +=
      rect(0, 592, W, 30, '#4a3a35') +
      rect(0, 620, W, 180, '#c98d5c') +
      ripples(r, 626, 796, '#fff2d8', 36) +
      path('M600 622h320l-120 130q-40 14-80 0z', '#7a4b3a', ' opacity=".3"')
    b +=
      path('M150 706q150 40 330-6l40-30q-10 44-50 62q-150 30-290 6q-30-8-30-32z', '#3a2522') +
      path('M220 700q70-70 190-4z', '#a8442f')
    return { defs, body: b }
  },
  spires(r: Random) {
    const { defs, body } = sky([0, '#5e6f9a'], [0.4, '#b9a6b4'], [0.66, '#f2cfae'], [0.76, '#f8e3c8'])
    let b = body + disc(930, 330, 80, '#ffeccb') + hill(500, 18, 1, '#9b93a5', 1)
    const tower = (x: number, y: number, w: number, h: number, f: string, c: string) =>
      rect(x - w / 2, y - h, w, h, f) +
      path(
        `M${x - w * 0.62} ${y - h}l${w * 0.3} ${-w * 0.7}l${w * 0.32} ${-w * 1.7}l${w * 0.32} ${w * 1.7}l${w * 0.3} ${w * 0.7}z`,
        c,
      ) +
      rect(x - w * 0.12, y - h + 26, w * 0.24, 36, '#f6d79a')
    b +=
      tower(250, 560, 58, 210, '#6d5c63', '#2f3242') +
      tower(322, 560, 58, 210, '#6d5c63', '#2f3242') +
      tower(610, 560, 74, 130, '#7a6a64', '#3a3d4c') +
      tower(1010, 560, 50, 120, '#7a6a64', '#2f3242')
    b +=
      rect(680, 500, 160, 70, '#8a7a6e') + path('M680 500q80-130 160 0z', '#5d8273') + rect(752, 394, 16, 46, '#5d8273')
    for (let k = 0; k < 3; k++) {
      let x = -30 - k * 30
      while (x < W) {
        const w = 60 + r() * 70,
          h = 46 + r() * 60
        b += house(
          x,
          600 + k * 30,
          w,
          h,
          pick(r, ['#efd9b4', '#e7c79a', '#f3e3c8', '#d9b48a']),
          pick(r, ['#b24a32', '#a33f2c', '#c25a3a']),
          '#6b4a3c',
          r,
        )
        x += w + 2
      }
    }
    b += rect(0, 660, W, 140, '#5a6c86') + ripples(r, 668, 796, '#f8e3c8', 30)
    b += path(
      'M0 690v-26h1200v26h-60q-60-44-120 0h-40q-60-44-120 0h-40q-60-44-120 0h-40q-60-44-120 0h-40q-60-44-120 0h-40q-60-44-120 0h-40q-60-44-120 0h-40z',
      '#4c4450',
    )
    return { defs, body: b }
  },
  lagoon(r: Random) {
    const { defs, body } = sky([0, '#e98d6f'], [0.4, '#f4b98d'], [0.64, '#fbe1bd'])
    let b = body + disc(790, 420, 92, '#fff0d0')
    const base = 560
    b += rect(0, base - 60, W, 70, '#a8685d', ' opacity=".55"')
    let x = 0
    while (x < W) {
      const w = 46 + r() * 60,
        h = 50 + r() * 60
      b += rect(x, base - h, w, h + 6, pick(r, ['#8d4a44', '#a55b4d', '#7a3f3f', '#b56e57']))
      for (let i = 0; i < 3; i++) b += rect(x + 8 + i * (w / 3.4), base - h + 16, 7, 20, '#f6cf96', ' opacity=".8"')
      x += w
    }
    b +=
      rect(262, 190, 52, 380, '#7d3d38') +
      rect(256, 270, 64, 16, '#5e2c2b') +
      path('M256 190l32-84l32 84z', '#4f6a60') +
      disc(288, 102, 6, '#f6cf96')
    b +=
      rect(486, 440, 240, 130, '#8a5148') +
      path('M500 442q106-190 212 0z', '#5f7a75') +
      rect(598, 290, 16, 50, '#5f7a75') +
      disc(606, 284, 9, '#f6cf96') +
      path('M420 470q40-70 80 0zM712 470q40-70 80 0z', '#5f7a75')
    b +=
      rect(0, base + 6, W, 240, '#5b8f96') +
      rect(700, base + 6, 180, 220, '#fff0d0', ' opacity=".22"') +
      ripples(r, base + 14, 796, '#fbe1bd', 44)
    b +=
      path(
        'M300 690q190 56 420-10q26-10 34-52q20 30-4 66q-30 34-110 42q-170 22-300-10q-46-14-66-62q-8-22 0-40q10 50 26 66z',
        '#231f2b',
      ) +
      path('M470 690l40-4l8-62q14-20 26 0l2 60z', '#3a2b3a') +
      disc(532, 606, 13, '#e7c39b') +
      rect(514, 592, 36, 5, '#e9c46a') +
      `<path d="M556 640L700 780" stroke="#231f2b" stroke-width="5"/>`
    return { defs, body: b }
  },
  aurora(r: Random) {
    const { defs: d0, body } = sky([0, '#06122a'], [0.5, '#0d2f4a'], [0.7, '#1b5160'])
    const defs =
      d0 +
      grad('a', [0, '#7dffb8', 0], [0.55, '#6bffc0', 0.75], [1, '#3ad1c8', 0]) +
      grad('b', [0, '#c58bff', 0], [0.6, '#8cf3d0', 0.5], [1, '#3ad1c8', 0])
    let b = body
    for (let i = 0; i < 90; i++)
      b += disc(r() * W, r() * 460, 0.7 + r() * 1.6, '#fff', ` opacity="${(0.3 + r() * 0.7).toFixed(2)}"`)
    const curtain = (y: number, a: number, ph: number, h: number, f: string) => {
      let s = ''
      for (let x = -20; x < W + 20; x += 13) {
        const yy = y + Math.sin(ph + x / 210) * a + Math.sin(ph * 2 + x / 73) * a * 0.3
        const hh = h * (0.6 + 0.4 * Math.sin(ph + x / 57))
        s += rect(
          x,
          yy - hh,
          13.6,
          hh,
          f,
          ` opacity="${(0.35 + 0.45 * Math.abs(Math.sin(ph * 3 + x / 131))).toFixed(2)}"`,
        )
      }
      return s
    }
    b += curtain(300, 60, 0.4, 250, 'url(#b)') + curtain(400, 46, 2.1, 270, 'url(#a)')
    const far = ridgePoints(r, 470, 330, 6, -10)
    b +=
      ridge(far, '#20415c') +
      path(
        `M${far.map(([x, y]) => `${x} ${y}`).join(' ')}L${[...far]
          .reverse()
          .map(([x, y], i) => `${x} ${y + 20 + (i % 3) * 24}`)
          .join(' ')}z`,
        '#b9d6e6',
        ' opacity=".7"',
      )
    b +=
      ridge(ridgePoints(r, 560, 150, 6, 30), '#12293f') +
      rect(0, 620, W, 180, '#0c2f3f') +
      rect(0, 620, W, 90, 'url(#a)', ' opacity=".35"') +
      ripples(r, 628, 796, '#7df0c6', 34)
    let x = 690
    for (let i = 0; i < 5; i++) {
      const w = 70 + r() * 26
      b +=
        house(x, 640, w, 50 + r() * 14, '#a5322d', '#4a1c20', '#ffd98a', r, '#dceaf2') +
        rect(x + 6, 640, 6, 26, '#3a1a1c') +
        rect(x + w - 12, 640, 6, 26, '#3a1a1c')
      x += w + 14
    }
    for (let i = 0; i < 24; i++)
      b += rect(
        690 + r() * 420,
        650 + r() * 120,
        8 + r() * 24,
        2.6,
        '#ffd98a',
        ` opacity="${(0.2 + r() * 0.4).toFixed(2)}"`,
      )
    b += hill(770, 12, 2, '#e6f0f5', 0.6)
    return { defs, body: b }
  },
  lanterns(r: Random) {
    const { defs, body } = sky([0, '#1b2350'], [0.5, '#4b3a73'], [0.72, '#c46c62'], [0.8, '#eaa66f'])
    let b = body
    let x = -10
    while (x < W) {
      const w = 96 + r() * 80,
        h = 120 + r() * 110
      b +=
        rect(x, 610 - h, w, h, pick(r, ['#e9b44c', '#d99a3a', '#c8842f', '#e0a94b'])) +
        path(`M${x - 8} ${610 - h}l14 -34h${w - 12}l14 34z`, '#6a3a30')
      const c = Math.max(2, Math.floor(w / 44))
      for (let i = 0; i < c; i++) {
        b += rect(x + (w / c) * (i + 0.5) - 10, 610 - h + 26, 20, 38, '#5a7f72')
        if (h > 170) b += rect(x + (w / c) * (i + 0.5) - 10, 610 - h + 90, 20, 38, '#ffe0a0')
      }
      x += w + 3
    }
    b += rect(0, 606, W, 16, '#4a2c2c') + rect(0, 622, W, 178, '#2a2a52') + ripples(r, 630, 796, '#eaa66f', 30)
    for (let i = 0; i < 40; i++)
      b += rect(
        r() * W,
        630 + r() * 160,
        8 + r() * 26,
        3,
        pick(r, ['#ffcf7d', '#ff8f6b', '#f7e08a']),
        ` opacity="${(0.25 + r() * 0.4).toFixed(2)}"`,
      )
    b +=
      path('M250 720q140 44 330 0q-8 40-60 50q-110 20-220-4q-44-12-50-46z', '#2b1a1e') +
      path('M350 722q60-58 130 0z', '#7a3a2e')
    const cols = ['#e4573d', '#f2a33a', '#e86a9a', '#5ab0a0', '#f6d257', '#c94f6d']
    for (const [y0, sag, m, s] of [
      [40, 120, 9, 24],
      [150, 150, 7, 32],
      [10, 60, 12, 16],
    ] as const) {
      b += `<path d="M-20 ${y0}Q600 ${y0 + sag * 2} 1220 ${y0}" stroke="#2b1a1e" stroke-width="2.4" fill="none"/>`
      for (let i = 0; i < m; i++) {
        const t = (i + 0.5) / m
        const y = y0 + 4 * sag * t * (1 - t)
        b += lantern(-20 + 1240 * t, y + s * 1.9, s, pick(r, cols), '#ffcf7d')
      }
    }
    return { defs, body: b }
  },
  lake(r: Random) {
    const { defs, body } = sky([0, '#8fc1e3'], [0.5, '#cfe6ef'], [0.64, '#f3efe0'])
    let b =
      body +
      `<g fill="#fff" opacity=".75"><ellipse cx="280" cy="170" rx="130" ry="26"/><ellipse cx="360" cy="150" rx="90" ry="24"/><ellipse cx="960" cy="120" rx="120" ry="20"/></g>`
    const far = ridgePoints(r, 380, 360, 6, 0)
    b +=
      ridge(far, '#7d94ad') +
      path(
        `M${far.map(([x, y]) => `${x} ${y}`).join(' ')}L${[...far]
          .reverse()
          .map(([x, y], i) => `${x} ${y + 40 + (i % 3) * 34}`)
          .join(' ')}z`,
        '#fafcfd',
        ' opacity=".95"',
      )
    b += ridge(ridgePoints(r, 500, 120, 6), '#6f8464') + hill(556, 10, 1, '#8a9a5e', 1)
    b +=
      rect(0, 560, W, 240, '#3fa7b0') +
      rect(0, 560, W, 60, '#7fd0cf', ' opacity=".6"') +
      ripples(r, 568, 720, '#e9fbfa', 36) +
      hill(735, 14, 2.6, '#6f8a4a', 0.8)
    for (let i = 0; i < 120; i++) {
      const x = r() * W,
        y = 742 + r() * 66,
        h = 44 + r() * 60,
        c = pick(r, ['#7a4fb0', '#9b5fc0', '#d4679f', '#5a4fb0', '#e79ac0'])
      b += path(`M${x - 7} ${y}q-4 ${-h * 0.6} 7 ${-h}q11 ${h * 0.4} 7 ${h}z`, c)
    }
    return { defs, body: b }
  },
  shore(r: Random) {
    const { defs, body } = sky([0, '#7cc4e0'], [0.45, '#c9ebee'], [0.6, '#fdf1d6'])
    let b = body + disc(860, 240, 84, '#fff7de') + hill(470, 16, 1.4, '#7fa9a0', 1.3)
    b +=
      rect(0, 480, W, 320, '#2f9fae') +
      rect(0, 480, W, 70, '#8fd9d6', ' opacity=".55"') +
      ripples(r, 488, 660, '#effcfb', 34)
    for (let i = 0; i < 4; i++) {
      const x = 150 + i * 190 + r() * 30
      b += rect(x + 14, 520, 6, 70, '#5d4634') + rect(x + 84, 520, 6, 70, '#5d4634') + rect(x, 486, 104, 44, '#8a6544')
      b += path(`M${x - 22} 490l74 -66l74 66z`, '#c79a5b') + rect(x + 40, 500, 24, 30, '#ffe0a0')
    }
    b += rect(120, 586, 760, 10, '#6d5340') + hill(690, 18, 0.4, '#f3dfb4', 0.8) + hill(730, 14, 2.2, '#e8cd97', 0.7)
    for (const x of [980, 1090]) {
      const lean = 40 + r() * 40
      b += path(`M${x} 800q${-lean * 0.4} -220 ${lean} -430l12 6q${-lean * 0.9} 210 ${-lean * 0.3} 424z`, '#6b4a35')
      for (let i = 0; i < 7; i++) {
        const turn = -160 + i * 27
        b += `<path transform="translate(${x + lean} 372) rotate(${turn})" d="M0 0q90 -46 178 26q-96 -18 -178 -26z" fill="${pick(r, ['#2f6b4f', '#3f8159', '#27573f'])}"/>`
      }
    }
    return { defs, body: b }
  },
  palace(r: Random) {
    const { defs, body } = sky([0, '#a9c6d8'], [0.5, '#e2e6dc'], [0.7, '#f7e7cc'])
    let b = body + disc(860, 210, 70, '#fff6e2')
    b += ridge(ridgePoints(r, 400, 240, 5, 20), '#8fa3a8') + hill(500, 24, 1, '#7b8f78', 1)
    for (let i = 0; i < 90; i++)
      b += disc(
        r() * W,
        520 + r() * 70,
        18 + r() * 28,
        pick(r, ['#c8452c', '#e07b2f', '#b3332a', '#eab03a', '#8a5a2a']),
      )
    const roof = (x: number, y: number, w: number, h: number) =>
      path(
        `M${x - w} ${y - h * 0.1}q${w * 0.3} ${h * 0.02} ${w * 0.38} ${-h * 0.72}h${w * 1.24}q${w * 0.08} ${h * 0.74} ${w * 0.38} ${h * 0.72}l${-w * 0.06} ${h * 0.2}q${-w * 0.94} ${-h * 0.16} ${-w * 1.88} 0z`,
        '#3c4a52',
      ) +
      rect(x - w * 0.64, y - h * 0.9, w * 1.28, h * 0.1, '#e9e2d2') +
      path(`M${x - w * 0.9} ${y + h * 0.1}q${w * 0.9} ${-h * 0.14} ${w * 1.8} 0v${h * 0.14}h${-w * 1.8}z`, '#3f8274')
    b += rect(450, 470, 300, 70, '#9a3b2f') + roof(600, 470, 250, 120) + rect(380, 560, 440, 100, '#9a3b2f')
    for (let i = 0; i < 8; i++) b += rect(392 + i * 56, 566, 12, 96, '#6a2620')
    for (let i = 0; i < 7; i++) b += rect(410 + i * 56, 584, 32, 50, '#3f8274')
    b +=
      roof(600, 566, 340, 150) +
      rect(330, 656, 540, 22, '#d9d2c2') +
      rect(290, 678, 620, 26, '#c9c1ae') +
      rect(0, 700, W, 100, '#d9cdb4')
    for (let i = 0; i < 26; i++)
      b += disc(r() * 260 - 20, 600 + r() * 120, 22 + r() * 34, pick(r, ['#c8452c', '#e07b2f', '#b3332a', '#eab03a']))
    for (let i = 0; i < 26; i++)
      b += disc(950 + r() * 270, 600 + r() * 120, 22 + r() * 34, pick(r, ['#c8452c', '#e07b2f', '#b3332a', '#eab03a']))
    for (let i = 0; i < 60; i++)
      b += `<ellipse cx="${r() * W}" cy="${716 + r() * 80}" rx="7" ry="3" fill="${pick(r, ['#c8452c', '#e07b2f', '#eab03a'])}" opacity=".8"/>`
    return { defs, body: b }
  },
} satisfies Record<string, (r: Random) => Drawing>
export type Scene = keyof typeof scenes
