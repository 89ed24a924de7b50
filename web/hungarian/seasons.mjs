// Aces: the four seasons, each with two signs of its suit.
import {
  disc,
  grounds,
  HALF,
  INK,
  limb,
  line,
  patch,
  picture,
  placed,
  shape,
  sign,
  spot,
  WIDTH,
} from './draw.mjs'
import { ornament } from './figures.mjs'

const hills = (far, near) =>
  shape(`M-4 176C30 150 62 158 96 170 130 152 170 150 ${WIDTH + 4} 172V${HALF}H-4Z`, far) +
  shape(`M-4 204C40 184 90 190 120 204 150 196 180 194 ${WIDTH + 4} 200V${HALF}H-4Z`, near)

const blossom = (x, y, r) =>
  [0, 72, 144, 216, 288]
    .map((turn) =>
      placed(
        `<ellipse cx="0" cy="${-r * 0.7}" rx="${r * 0.5}" ry="${r * 0.62}" fill="#f6b8c4" stroke-width="1.5"/>`,
        x,
        y,
        turn,
      ),
    )
    .join('') + spot(x, y, r * 0.36, 'gold')
const tulip = (x, y, ink) =>
  line(`M${x} ${y}V${y + 26}`, 'green', 3.4) +
  line(`M${x} ${y + 22}q8 -4 10 -14M${x} ${y + 22}q-8 -4 -10 -14`, 'green', 3.4) +
  shape(
    `M${x - 8} ${y - 12}L${x - 3} ${y - 6} ${x} ${y - 13} ${x + 3} ${y - 6} ${x + 8} ${y - 12}C${x + 10} ${y + 4} ${x + 4} ${y + 6} ${x} ${y + 6} ${x - 4} ${y + 6} ${x - 10} ${y + 4} ${x - 8} ${y - 12}Z`,
    ink,
  )
const spring =
  hills('#b9d79a', '#8fbf6d') +
  limb(
    'M-6 128C12 122 20 96 18 64 17 42 26 26 44 16M18 74C26 66 34 62 40 62M17 100C8 92 4 84 4 72',
    'brown',
    5,
  ) +
  limb(
    `M${WIDTH + 6} 128C196 122 188 96 190 64 191 42 182 26 164 16M190 74C182 66 174 62 168 62M191 100C200 92 204 84 204 72`,
    'brown',
    5,
  ) +
  [
    [44, 16, 11],
    [22, 38, 10],
    [40, 62, 10],
    [6, 68, 10],
    [14, 98, 11],
    [164, 16, 11],
    [186, 38, 10],
    [168, 62, 10],
    [202, 68, 10],
    [194, 98, 11],
    [20, 12, 8],
    [188, 12, 8],
  ]
    .map(([x, y, r]) => blossom(x, y, r))
    .join('') +
  tulip(34, 186, 'red') +
  tulip(60, 196, 'gold') +
  tulip(150, 196, 'gold') +
  tulip(176, 186, 'red') +
  tulip(104, 202, '#f6b8c4')

const ear = (x, y, turn) =>
  placed(
    line('M0 0V70', 'ochre', 3) +
      [0, 11, 22, 33]
        .map((at) =>
          shape(
            `M0 ${at}C-10 ${at - 2} -12 ${at - 12} -8 ${at - 16} -2 ${at - 12} 0 ${at - 6} 0 ${at}C10 ${at - 2} 12 ${at - 12} 8 ${at - 16} 2 ${at - 12} 0 ${at - 6} 0 ${at}Z`,
            'gold',
          ),
        )
        .join('') +
      shape('M0 -10C-6 -16 -4 -24 0 -28 4 -24 6 -16 0 -10Z', 'gold'),
    x,
    y,
    turn,
  )
const poppy = (x, y) =>
  disc(x, y, 8, 'red') +
  line(`M${x - 7} ${y}Q${x} ${y + 5} ${x + 7} ${y}`, INK, 1.4) +
  spot(x, y, 3, INK)
const rays = Array.from({ length: 16 }, (_, i) =>
  placed(
    patch(i % 2 ? 'M-5 -58L0 -84 5 -58Z' : 'M-7 -58L0 -98 7 -58Z', i % 2 ? 'ochre' : '#f4a63a'),
    104,
    92,
    i * 22.5,
  ),
).join('')
const summer =
  rays +
  spot(104, 92, 62, '#fbdc86') +
  hills('#e9cf6f', '#d9b24a') +
  [
    [14, 150, -8],
    [34, 164, -4],
    [54, 178, 2],
    [154, 178, -2],
    [174, 164, 4],
    [194, 150, 8],
    [76, 190, -4],
    [132, 190, 4],
  ]
    .map(([x, y, turn]) => ear(x, y, turn))
    .join('') +
  poppy(22, 218) +
  poppy(104, 206) +
  poppy(186, 218) +
  poppy(64, 222) +
  poppy(146, 222)

const vineLeaf = (x, y, ink, turn, scale) =>
  placed(
    shape(
      'M0 20C-4 16 -14 22 -20 14 -18 8 -26 4 -24 -4 -18 -4 -18 -14 -10 -16 -6 -12 -4 -20 0 -24 4 -20 6 -12 10 -16 18 -14 18 -4 24 -4 26 4 18 8 20 14 14 22 4 16 0 20Z',
      ink,
    ) + line('M0 20V-12M0 12L-14 4M0 12L14 4M0 2L-10 -8M0 2L10 -8', INK, 1.6),
    x,
    y,
    turn,
    scale,
  )
const grapes = (x, y, ink) =>
  [
    [-14, 0],
    [0, 0],
    [14, 0],
    [-7, 12],
    [7, 12],
    [-11, 23],
    [3, 24],
    [-4, 35],
    [-2, 46],
  ]
    .map(
      ([dx, dy]) => disc(x + dx, y + dy, 8, ink) + spot(x + dx - 2.5, y + dy - 2.5, 2, '#ffffff88'),
    )
    .join('')
const autumn =
  hills('#d7a14e', '#b9772f') +
  limb(`M-6 40C20 6 60 30 104 12 148 30 188 6 ${WIDTH + 6} 40`, 'brown', 5) +
  limb('M10 28C2 60 16 90 8 130M198 28C206 60 192 90 200 130', 'brown', 4) +
  vineLeaf(34, 26, 'red', 160, 0.9) +
  vineLeaf(174, 26, 'red', 200, 0.9) +
  vineLeaf(104, 20, 'ochre', 180, 0.8) +
  vineLeaf(16, 66, 'ochre', 110, 0.8) +
  vineLeaf(192, 66, 'ochre', 250, 0.8) +
  vineLeaf(14, 122, 'wine', 160, 0.8) +
  vineLeaf(194, 122, 'wine', 200, 0.8) +
  grapes(40, 162, 'plum') +
  grapes(168, 162, '#a9b84e') +
  vineLeaf(40, 146, 'ochre', 180, 0.8) +
  vineLeaf(168, 146, 'red', 180, 0.8) +
  vineLeaf(84, 206, 'red', 40, 0.55) +
  vineLeaf(124, 212, 'ochre', -30, 0.55) +
  vineLeaf(104, 178, 'wine', 10, 0.5)

const fir = (x, y, scale) =>
  placed(
    shape('M-5 40H5V52H-5Z', 'brown') +
      shape('M0 -52L22 -14H12L28 14H16L34 42H-34L-16 14H-28L-12 -14H-22Z', '#2f6150') +
      patch(
        'M0 -50L12 -29C6 -24 2 -30 -2 -26 -6 -23 -10 -26 -12 -29ZM-20 -15L-11 -15 -14 -8C-17 -8 -19 -11 -20 -15ZM21 -15H13L17 -7C19 -8 21 -11 21 -15ZM-26 13H-17L-21 20C-24 19 -26 16 -26 13ZM26 13H17L21 20C24 19 26 16 26 13ZM-32 41L-25 31C-20 36 -12 32 -8 36 -2 40 4 33 10 36 16 38 22 34 25 31L32 41Z',
        'snow',
      ),
    x,
    y,
    0,
    scale,
  )
const flake = (x, y, r) =>
  line(
    [0, 60, 120]
      .map((turn) => {
        const a = (turn * Math.PI) / 180
        const [dx, dy] = [Math.cos(a) * r, Math.sin(a) * r]
        return `M${(x - dx).toFixed(1)} ${(y - dy).toFixed(1)}L${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)}`
      })
      .join(''),
    '#ffffff',
    2.6,
  )
const winter =
  patch(`M0 0H${WIDTH}V${HALF}H0Z`, '#a9c6da') +
  [
    [20, 20, 7],
    [60, 12, 5],
    [150, 14, 6],
    [190, 26, 7],
    [12, 66, 5],
    [196, 74, 5],
    [24, 104, 7],
    [184, 118, 6],
    [50, 136, 5],
    [158, 140, 5],
    [104, 148, 6],
  ]
    .map(([x, y, r]) => flake(x, y, r))
    .join('') +
  shape(`M-4 176C30 150 62 158 96 170 130 152 170 150 ${WIDTH + 4} 172V${HALF}H-4Z`, '#dfeaf0') +
  fir(38, 162, 0.9) +
  fir(172, 160, 0.95) +
  fir(142, 178, 0.6) +
  fir(68, 180, 0.6) +
  shape(`M-4 206C40 188 90 196 120 206 150 198 180 196 ${WIDTH + 4} 202V${HALF}H-4Z`, 'snow')

const seasons = { H: spring, D: summer, S: autumn, C: winter }
const skies = { ...grounds, H: '#dcecf2', S: '#fbeccb', C: '#a9c6da' }

/** The picture of an ace. */
export const ace = (suit) =>
  picture(
    seasons[suit] + sign(suit, 104, 92, 104),
    `<path d="M-4 ${HALF - 15}H${WIDTH + 4}V${HALF + 15}H-4Z" fill="#fbf2df" stroke="${INK}" stroke-width="2.6"/>${ornament()}`,
    skies[suit],
  )
