// Kings, Obers and Unters: people of Schiller's "William Tell", as on Hungarian cards.
import {
  disc,
  grounds,
  inks,
  INK,
  limb,
  line,
  patch,
  picture,
  placed,
  shape,
  sign,
  spot,
  HALF,
  WIDTH,
} from './draw.mjs'

/** The middle of the head. */
const [X, Y] = [112, 96]

function face({ mouth = true, old = false } = {}) {
  const lines = old ? line('M-17 -12q3 -2 7 -1M17 -12q-3 -2 -7 -1', INK, 1.6) : ''
  return placed(
    shape('M-9 22V44H9V22Z', 'skin') +
      shape('M-25 -8C-30 -10 -30 6 -24 7M25 -8C30 -10 30 6 24 7', 'skin') +
      shape('M-25 -22H25V2C25 20 12 33 0 33 -12 33 -25 20 -25 2Z', 'skin') +
      spot(-15, 11, 5.5, 'blush') +
      spot(15, 11, 5.5, 'blush') +
      line('M-17 -7q6 -5 11 -1M17 -7q-6 -5 -11 -1', INK, 2.6) +
      patch('M-16 1q5 -5 10 0q-5 4 -10 0ZM16 1q-5 -5 -10 0q5 4 10 0Z', 'snow') +
      spot(-10.6, 0.4, 2.7, INK) +
      spot(10.4, 0.4, 2.7, INK) +
      line('M1 -4L4 10Q1 13 -3 11', INK, 1.9) +
      (mouth ? line('M-7 20Q0 24 7 20', 'wine', 2.6) : '') +
      lines,
    X,
    Y,
  )
}

const moustache = (ink) =>
  placed(
    shape('M0 13C-6 11 -14 13 -23 22 -14 24 -6 22 0 17 6 22 14 24 23 22 14 13 6 11 0 13Z', ink),
    X,
    Y,
  )
const curled = (ink) =>
  placed(
    shape(
      'M0 14C-8 11 -14 16 -20 16 -25 16 -27 11 -25 7 -31 11 -28 22 -19 22 -10 22 -5 21 0 17 5 21 10 22 19 22 28 22 31 11 25 7 27 11 25 16 20 16 14 16 8 11 0 14Z',
      ink,
    ),
    X,
    Y,
  )
const goatee = (ink) => placed(shape('M-8 24H8L0 46Z', ink), X, Y)
const fullBeard = (ink, length = 62) =>
  placed(
    shape(
      `M-26 -6C-24 6 -20 12 -12 13L12 13C20 12 24 6 26 -6 32 14 26 44 0 ${length} -26 44 -32 14 -26 -6Z`,
      ink,
    ) +
      line(`M-7 21Q0 18 7 21`, 'wine', 3.2) +
      line(
        `M-14 28Q-13 40 -6 ${length - 18}M14 28Q13 40 6 ${length - 18}M0 32V${length - 14}`,
        INK,
        1.5,
      ),
    X,
    Y,
  )
const hair = (ink, length = 14) =>
  placed(
    shape(
      `M-24 -24C-34 -14 -34 ${length - 10} -30 ${length} -24 ${length + 4} -20 ${length} -22 -8Z`,
      ink,
    ) +
      shape(
        `M24 -24C34 -14 34 ${length - 10} 30 ${length} 24 ${length + 4} 20 ${length} 22 -8Z`,
        ink,
      ),
    X,
    Y,
  )

/** A plume from the band of a hat. */
const plume = (ink, x, y, turn = 0) =>
  placed(
    shape('M0 0C-6 -18 4 -38 26 -42 34 -32 30 -8 0 0Z', ink) +
      line('M0 0C6 -16 14 -28 25 -38M8 -13L20 -13M12 -22L24 -22', INK, 1.5),
    X + x,
    Y + y,
    turn,
  )

const hats = {
  straw: placed(
    shape('M-46 -20C-30 -34 30 -34 46 -20 30 -12 -30 -12 -46 -20Z', 'gold') +
      shape('M-24 -25C-24 -56 24 -56 24 -25 12 -20 -12 -20 -24 -25Z', 'gold') +
      shape('M-24.500 -32C-12 -27 12 -27 24.500 -32V-25C12 -20 -12 -20 -24 -25Z', 'red') +
      line('M-38 -20H-28M28 -20H38M-14 -46Q-10 -40 -10 -34M10 -46Q8 -40 8 -34', INK, 1.4),
    X,
    Y,
  ),
  hunter:
    plume('red', 18, -34, 8) +
    placed(
      shape('M-26 -26C-24 -46 -10 -62 6 -62 18 -60 26 -44 27 -26Z', 'green') +
        shape('M-40 -18C-30 -30 22 -32 46 -26 34 -12 -26 -12 -40 -18Z', 'green') +
        line('M-26 -31C-10 -36 12 -37 26 -34', 'gold', 4),
      X,
      Y,
    ),
  beret:
    plume('snow', 22, -42, 12) +
    placed(
      shape('M-34 -24C-44 -52 -8 -62 14 -56 42 -50 42 -28 34 -20 16 -30 -16 -30 -34 -24Z', 'blue') +
        shape('M-31 -18C-16 -30 16 -30 31 -18V-24C16 -36 -16 -36 -31 -24Z', 'gold'),
      X,
      Y,
    ),
  courtier:
    plume('green', 20, -46, 20) +
    placed(
      shape('M-30 -26C-38 -58 2 -66 26 -54 42 -46 38 -30 30 -22 14 -32 -14 -32 -30 -26Z', 'wine') +
        shape(
          'M-36 -18C-20 -34 20 -34 36 -18 38 -24 36 -28 30 -30 12 -38 -12 -38 -30 -30 -36 -28 -38 -24 -36 -18Z',
          'red',
        ) +
        disc(-20, -31, 4.5, 'gold'),
      X,
      Y,
    ),
  felt:
    plume('gold', -18, -38, -62) +
    placed(
      shape('M-25 -26C-26 -46 -14 -60 2 -60 18 -60 27 -46 26 -26Z', 'brown') +
        shape(
          'M-42 -26C-26 -20 -14 -32 2 -32 18 -32 28 -20 44 -28 40 -10 24 -14 2 -18 -20 -14 -38 -10 -42 -26Z',
          'brown',
        ) +
        line('M-24 -34C-10 -41 14 -41 25 -34', 'red', 4),
      X,
      Y,
    ),
  fur: placed(
    shape('M-22 -30C-24 -60 24 -60 22 -30Z', 'red') +
      shape(
        'M-30 -16C-36 -26 -32 -34 -24 -34 -16 -40 -8 -36 0 -38 8 -36 16 -40 24 -34 32 -34 36 -26 30 -16 16 -24 -16 -24 -30 -16Z',
        'tan',
      ) +
      line('M-24 -26l4 -4M-12 -30l3 -4M0 -30l3 -4M12 -30l3 -4M22 -26l3 -4', INK, 1.5) +
      line('M0 -40V-50', 'gold', 3),
    X,
    Y,
  ),
  cap: placed(
    shape(
      'M-28 -18C-30 -56 8 -62 28 -44 42 -46 48 -34 42 -26 36 -26 32 -30 29 -18 14 -26 -14 -26 -28 -18Z',
      'plum',
    ) + shape('M-30 -14C-16 -26 16 -26 30 -14V-22C16 -34 -16 -34 -30 -22Z', 'snow'),
    X,
    Y,
  ),
  helmet: placed(
    shape('M0 -54C-8 -66 -2 -78 14 -82 40 -86 52 -68 48 -44 40 -58 22 -62 6 -56Z', 'red') +
      line('M6 -62C18 -70 34 -68 44 -56', INK, 1.5) +
      shape('M-28 -12C-32 -40 -18 -58 0 -58 18 -58 32 -40 28 -12L25 -22H-25Z', 'steel') +
      shape('M-38 -20H38L32 -29H-32Z', 'grey') +
      line('M0 -57V-30', INK, 2) +
      spot(-20, -24.5, 1.8, INK) +
      spot(20, -24.5, 1.8, INK) +
      spot(0, -24.5, 1.8, INK),
    X,
    Y,
  ),
}

const rim = (ink = 'gold') =>
  shape('M-31 -17C-14 -25 14 -25 31 -17L33 -29C14 -37 -14 -37 -33 -29Z', ink) +
  disc(0, -29, 4.4, 'red') +
  disc(-18, -27, 3, 'blue') +
  disc(18, -27, 3, 'blue')
const crowns = {
  points: placed(
    shape(
      'M-32 -28L-40 -62 -22 -46 -14 -72 0 -50 14 -72 22 -46 40 -62 32 -28C14 -36 -14 -36 -32 -28Z',
      'gold',
    ) +
      rim() +
      disc(-40, -63, 4, 'red') +
      disc(-14, -73, 4, 'red') +
      disc(14, -73, 4, 'red') +
      disc(40, -63, 4, 'red'),
    X,
    Y,
  ),
  arched: placed(
    shape('M-31 -28C-48 -54 -20 -72 0 -64 20 -72 48 -54 31 -28C14 -36 -14 -36 -31 -28Z', 'plum') +
      limb('M-32 -30C-46 -52 -20 -68 0 -62 20 -68 46 -52 32 -30M0 -62V-36', 'gold', 5) +
      rim() +
      line('M0 -66V-80M-6 -74H6', 'gold', 5),
    X,
    Y,
  ),
  leaves: placed(
    shape(
      'M-32 -28C-38 -42 -38 -50 -34 -58 -28 -54 -24 -50 -22 -42 -18 -44 -14 -48 -12 -54 -16 -60 -8 -72 0 -76 8 -72 16 -60 12 -54 14 -48 18 -44 22 -42 24 -50 28 -54 34 -58 38 -50 38 -42 32 -28 14 -36 -14 -36 -32 -28Z',
      'gold',
    ) +
      rim() +
      line('M0 -68V-44M-30 -50L-27 -36M30 -50L27 -36', INK, 1.6),
    X,
    Y,
  ),
  tall: placed(
    shape(
      'M-32 -28C-34 -44 -40 -52 -44 -58 -34 -58 -26 -54 -20 -44 -18 -56 -8 -68 0 -74 8 -68 18 -56 20 -44 26 -54 34 -58 44 -58 40 -52 34 -44 32 -28 14 -36 -14 -36 -32 -28Z',
      'red',
    ) +
      line(
        'M-38 -56C-32 -52 -28 -46 -26 -36M38 -56C32 -52 28 -46 26 -36M-12 -60C-6 -52 -4 -46 -4 -38M12 -60C6 -52 4 -46 4 -38',
        'gold',
        4,
      ) +
      rim() +
      disc(0, -75, 5, 'gold'),
    X,
    Y,
  ),
}

/** Shoulders down to the edge. */
const body = (ink, front) =>
  shape(
    `M${X - 14} 132C${X - 42} 136 ${X - 50} 150 ${X - 54} ${HALF}H${X + 54}C${X + 50} 150 ${X + 42} 136 ${X + 14} 132Z`,
    ink,
  ) + front

const fronts = {
  /** An open collar, and buttons. */
  buttons: (collar, button) =>
    shape(`M${X - 20} 130L${X} 152 ${X + 20} 130 ${X + 28} 142 ${X} 166 ${X - 28} 142Z`, collar) +
    line(`M${X} 166V${HALF}`) +
    [178, 194, 210].map((y) => disc(X + 8, y, 3.4, button)).join(''),
  /** A vest over a shirt, laced. */
  laced: (shirt, lace) =>
    shape(`M${X - 16} 130L${X - 12} ${HALF}H${X + 12}L${X + 16} 130 ${X} 140Z`, shirt) +
    line(
      `M${X - 13} 162L${X + 13} 174M${X + 13} 162L${X - 13} 174M${X - 13} 182L${X + 13} 194M${X + 13} 182L${X - 13} 194M${X - 13} 202L${X + 13} 214M${X + 13} 202L${X - 13} 214`,
      lace,
      3,
    ),
  /** A ruff, and slashes. */
  ruff: (slash) =>
    line(`M${X} 160V${HALF}`) +
    shape(
      `M${X - 32} 164q8 12 2 24q-9 -10 -2 -24ZM${X + 32} 164q8 12 2 24q-9 -10 -2 -24ZM${X - 17} 176q8 12 2 24q-9 -10 -2 -24ZM${X + 17} 176q8 12 2 24q-9 -10 -2 -24Z`,
      slash,
    ) +
    shape(
      `M${X - 30} 138C${X - 38} 126 ${X - 18} 124 ${X - 14} 128 ${X - 8} 122 ${X + 8} 122 ${X + 14} 128 ${X + 18} 124 ${X + 38} 126 ${X + 30} 138 ${X + 30} 150 ${X + 12} 150 ${X + 8} 144 ${X + 4} 154 ${X - 4} 154 ${X - 8} 144 ${X - 12} 150 ${X - 30} 150 ${X - 30} 138Z`,
      'snow',
    ) +
    line(`M${X - 18} 132L${X - 14} 140M${X} 136V146M${X + 18} 132L${X + 14} 140`, INK, 1.5),
  /** A breastplate. */
  plate: () =>
    shape(
      `M${X - 30} 136C${X - 12} 144 ${X + 12} 144 ${X + 30} 136 ${X + 40} 156 ${X + 38} 190 ${X + 30} ${HALF}H${X - 30}C${X - 38} 190 ${X - 40} 156 ${X - 30} 136Z`,
      'grey',
    ) +
    line(`M${X} 142V${HALF}`) +
    patch(
      `M${X - 26} 146C${X - 32} 160 ${X - 31} 180 ${X - 26} 196L${X - 20} 196C${X - 24} 180 ${X - 24} 160 ${X - 20} 148Z`,
      'snow',
    ) +
    shape(`M${X - 36} 210H${X + 36}V222H${X - 36}Z`, 'ochre'),
  /** A mantle of ermine, and a chain. */
  ermine: () =>
    shape(
      `M${X - 24} 130C${X - 56} 138 ${X - 58} 156 ${X - 56} 172 ${X - 40} 182 ${X - 20} 176 ${X - 12} ${HALF}H${X + 12}C${X + 20} 176 ${X + 40} 182 ${X + 56} 172 ${X + 58} 156 ${X + 56} 138 ${X + 24} 130Z`,
      'snow',
    ) +
    line(
      `M${X - 40} 150v7M${X - 30} 164v7M${X + 40} 150v7M${X + 30} 164v7M${X - 48} 164v5M${X + 48} 164v5M${X - 14} 180v7M${X + 14} 180v7M${X - 8} 200v7M${X + 8} 200v7`,
      INK,
      3.2,
    ) +
    line(`M${X - 26} 138C${X - 16} 176 ${X + 16} 176 ${X + 26} 138`, 'ochre', 5) +
    disc(X, 168, 7, 'gold'),
  /** A strap across, and a belt. */
  strap: (belt) =>
    shape(`M${X - 18} 130L${X} 150 ${X + 18} 130 ${X + 26} 140 ${X} 164 ${X - 26} 140Z`, 'cream') +
    limb(`M${X - 38} 146L${X + 34} 214`, belt, 8),
}

/** What the right hand holds, upright. */
const GRIP = 182
const held = {
  crook: limb(
    `M${GRIP} ${HALF}V62C${GRIP} 34 ${GRIP - 2} 22 ${GRIP + 8} 20 ${GRIP + 20} 20 ${GRIP + 18} 38 ${GRIP + 10} 38`,
    'tan',
    5,
  ),
  halberd:
    limb(`M${GRIP} ${HALF}V50`, 'tan', 5) +
    shape(`M${GRIP} 8L${GRIP - 5} 50H${GRIP + 5}Z`, 'grey') +
    shape(
      `M${GRIP + 4} 44C${GRIP + 14} 40 ${GRIP + 18} 34 ${GRIP + 20} 28 ${GRIP + 26} 48 ${GRIP + 24} 66 ${GRIP + 18} 82 ${GRIP + 14} 74 ${GRIP + 10} 68 ${GRIP + 4} 66Z`,
      'grey',
    ) +
    shape(`M${GRIP - 4} 50L${GRIP - 20} 56 ${GRIP - 4} 64Z`, 'grey'),
  sword:
    shape(`M${GRIP - 6} 140V34L${GRIP} 14 ${GRIP + 6} 34V140Z`, 'grey') +
    line(`M${GRIP} 34V136`, INK, 1.5) +
    limb(`M${GRIP - 18} 142H${GRIP + 18}`, 'gold', 5) +
    limb(`M${GRIP} 148V172`, 'brown', 6) +
    disc(GRIP, 180, 7, 'gold'),
  lance:
    limb(`M${GRIP} ${HALF}V40`, 'tan', 5) +
    shape(
      `M${GRIP + 2} 40C${GRIP - 12} 34 ${GRIP - 20} 44 ${GRIP - 34} 38V72C${GRIP - 20} 78 ${GRIP - 12} 66 ${GRIP - 2} 72Z`,
      'gold',
    ) +
    line(`M${GRIP - 4} 55C${GRIP - 14} 50 ${GRIP - 20} 60 ${GRIP - 33} 55`, 'red', 6) +
    shape(`M${GRIP} 8L${GRIP - 7} 30 ${GRIP} 42 ${GRIP + 7} 30Z`, 'grey'),
  /** The hat that the people of Altdorf are to greet. */
  pole:
    limb(`M${GRIP} ${HALF}V44`, 'tan', 5) +
    shape(`M${GRIP - 13} 42C${GRIP - 14} 14 ${GRIP + 12} 12 ${GRIP + 13} 42Z`, 'blue') +
    shape(
      `M${GRIP - 24} 44C${GRIP - 14} 36 ${GRIP + 14} 36 ${GRIP + 24} 44 ${GRIP + 14} 52 ${GRIP - 14} 52 ${GRIP - 24} 44Z`,
      'blue',
    ) +
    line(`M${GRIP - 13} 36C${GRIP - 6} 39 ${GRIP + 6} 39 ${GRIP + 13} 36`, 'gold', 3.5),
  spear:
    limb(`M${GRIP} ${HALF}V48`, 'tan', 5) +
    shape(
      `M${GRIP} 8C${GRIP - 14} 26 ${GRIP - 12} 40 ${GRIP - 4} 52H${GRIP + 4}C${GRIP + 12} 40 ${GRIP + 14} 26 ${GRIP} 8Z`,
      'grey',
    ) +
    line(`M${GRIP} 16V50`, INK, 1.5) +
    limb(`M${GRIP - 9} 54H${GRIP + 9}`, 'red', 4),
  crossbow:
    line(`M${GRIP - 36} 76L${GRIP} 104 ${GRIP + 22} 78`, INK, 1.8) +
    limb(`M${GRIP} 210V44`, 'brown', 8) +
    limb(
      `M${GRIP - 38} 76C${GRIP - 30} 52 ${GRIP - 14} 46 ${GRIP} 46 ${GRIP + 10} 46 ${GRIP + 20} 54 ${GRIP + 24} 76`,
      'ochre',
      6,
    ) +
    line(`M${GRIP} 104V30`, INK, 2) +
    shape(`M${GRIP} 12L${GRIP - 7} 30H${GRIP + 7}Z`, 'steel'),
  axe:
    limb(`M${GRIP} ${HALF}V34`, 'tan', 6) +
    shape(
      `M${GRIP + 4} 44C${GRIP + 10} 44 ${GRIP + 16} 38 ${GRIP + 20} 30 ${GRIP + 27} 48 ${GRIP + 27} 66 ${GRIP + 20} 84 ${GRIP + 16} 76 ${GRIP + 10} 70 ${GRIP + 4} 70Z`,
      'grey',
    ),
  sceptre:
    limb(`M${GRIP} ${HALF}V70`, 'gold', 6) +
    disc(GRIP, 66, 7, 'red') +
    shape(
      `M${GRIP} 18C${GRIP - 8} 28 ${GRIP - 8} 40 ${GRIP} 58 ${GRIP + 8} 40 ${GRIP + 8} 28 ${GRIP} 18ZM${GRIP - 4} 58C${GRIP - 24} 54 ${GRIP - 22} 34 ${GRIP - 12} 36 ${GRIP - 14} 46 ${GRIP - 8} 52 ${GRIP - 2} 56M${GRIP + 4} 58C${GRIP + 24} 54 ${GRIP + 22} 34 ${GRIP + 12} 36 ${GRIP + 14} 46 ${GRIP + 8} 52 ${GRIP + 2} 56`,
      'gold',
    ),
  mace:
    limb(`M${GRIP} ${HALF}V60`, 'ochre', 6) +
    shape(
      `M${GRIP - 16} 42C${GRIP - 16} 18 ${GRIP + 16} 18 ${GRIP + 16} 42 ${GRIP + 16} 62 ${GRIP - 16} 62 ${GRIP - 16} 42Z`,
      'gold',
    ) +
    line(`M${GRIP} 24V58M${GRIP - 15} 42H${GRIP + 15}`, INK, 2) +
    line(`M${GRIP} 22V8M${GRIP - 7} 14H${GRIP + 7}`, INK, 6) +
    line(`M${GRIP} 21V9M${GRIP - 6} 14H${GRIP + 6}`, 'gold', 2.6),
}

const hand = (x, y) =>
  disc(x, y, 11, 'skin') + line(`M${x - 7} ${y - 4}H${x + 7}M${x - 7} ${y + 2}H${x + 7}`, INK, 1.4)

const grip = (sleeve, cuff) =>
  limb(`M${X + 40} 156C${X + 54} 180 ${GRIP - 8} 186 ${GRIP - 2} 170`, sleeve, 22) +
  limb(`M${GRIP - 12} 162L${GRIP + 12} 162`, cuff, 7) +
  hand(GRIP, 150)

/** The left arm: the sign of an Ober is held high, that of an Unter low; a king has it above an orb. */
const arms = {
  Q: (suit, sleeve, cuff) =>
    limb(`M${X - 40} 154C${X - 62} 172 38 160 37 116`, sleeve, 22) +
    limb('M25 112H49', cuff, 7) +
    sign(suit, 39, 50, 66) +
    hand(37, 95),
  J: (suit, sleeve, cuff) =>
    limb(`M${X - 42} 154C${X - 54} 158 50 144 44 150`, sleeve, 22) +
    sign(suit, 38, 190, 64) +
    limb('M28 150L50 146', cuff, 7) +
    hand(36, 158),
  K: (suit, sleeve, cuff) =>
    limb(`M${X - 42} 158C${X - 50} 196 54 204 48 196`, sleeve, 22) +
    limb('M36 192L56 190', cuff, 7) +
    disc(38, 164, 17, 'gold') +
    line('M21 164H55M38 164V147', INK, 2) +
    line('M38 147V130M31 137H45', INK, 7) +
    line('M38 147V131M32 137H44', 'gold', 3) +
    hand(40, 184) +
    sign(suit, 39, 50, 62),
}

/** Who is on each card: `wears` under the hair and hat, `face` upon it. */
const people = {
  JH: {
    name: 'KUONI',
    coat: 'green',
    front: fronts.laced('snow', 'red'),
    sleeve: 'snow',
    cuff: 'green',
    head: face() + hair('tan', 4) + hats.straw,
    holds: 'crook',
  },
  JD: {
    name: 'REDING',
    coat: 'blue',
    front: fronts.buttons('gold', 'gold'),
    sleeve: 'blue',
    cuff: 'gold',
    head:
      face({ mouth: false }) +
      hair('brown', 8) +
      fullBeard('brown', 46) +
      moustache('brown') +
      hats.fur,
    holds: 'halberd',
  },
  JS: {
    name: 'FÜRST',
    coat: 'plum',
    front: fronts.strap('ochre'),
    sleeve: 'plum',
    cuff: 'cream',
    head:
      face({ mouth: false, old: true }) +
      hair('grey', 10) +
      fullBeard('grey', 58) +
      moustache('grey') +
      hats.cap,
    holds: 'axe',
  },
  JC: {
    name: 'HARRAS',
    coat: 'wine',
    front: fronts.plate(),
    sleeve: 'wine',
    cuff: 'steel',
    head: face() + hair('coal', 6) + moustache('coal') + hats.helmet,
    holds: 'lance',
  },
  QH: {
    name: 'GESSLER',
    coat: 'red',
    front: fronts.ruff('gold'),
    sleeve: 'red',
    cuff: 'gold',
    head: face() + hair('coal', 4) + goatee('coal') + curled('coal') + hats.courtier,
    holds: 'pole',
  },
  QD: {
    name: 'STÜSSI',
    coat: 'moss',
    front: fronts.strap('brown'),
    sleeve: 'moss',
    cuff: 'gold',
    head: face() + hair('brown', 6) + curled('brown') + hats.hunter,
    holds: 'spear',
  },
  QS: {
    name: 'RUDENZ',
    coat: 'green',
    front: fronts.ruff('cream'),
    sleeve: 'green',
    cuff: 'snow',
    head: face() + hair('gold', 26) + hats.beret,
    holds: 'sword',
  },
  QC: {
    name: 'TELL',
    coat: 'ochre',
    front: fronts.laced('cream', 'brown'),
    sleeve: 'cream',
    cuff: 'brown',
    head:
      face({ mouth: false }) +
      hair('brown', 12) +
      fullBeard('brown', 56) +
      moustache('brown') +
      hats.felt,
    holds: 'crossbow',
  },
  KH: {
    coat: 'red',
    front: fronts.ermine(),
    sleeve: 'red',
    cuff: 'snow',
    head:
      face({ mouth: false, old: true }) +
      hair('snow', 18) +
      fullBeard('snow', 66) +
      moustache('snow') +
      crowns.points,
    holds: 'sceptre',
  },
  KD: {
    coat: 'blue',
    front: fronts.ermine(),
    sleeve: 'blue',
    cuff: 'snow',
    head:
      face({ mouth: false }) +
      hair('coal', 14) +
      fullBeard('coal', 60) +
      moustache('coal') +
      crowns.tall,
    holds: 'mace',
  },
  KS: {
    coat: 'green',
    front: fronts.ermine(),
    sleeve: 'green',
    cuff: 'snow',
    head:
      face({ mouth: false }) +
      hair('ochre', 18) +
      fullBeard('ochre', 62) +
      moustache('ochre') +
      crowns.leaves,
    holds: 'sceptre',
  },
  KC: {
    coat: 'plum',
    front: fronts.ermine(),
    sleeve: 'plum',
    cuff: 'snow',
    head:
      face({ mouth: false, old: true }) +
      hair('grey', 18) +
      fullBeard('grey', 64) +
      moustache('grey') +
      crowns.arched,
    holds: 'sword',
  },
}

/** The ribbon across the middle, with who it is on both of its lines. */
function ribbon(name) {
  const text = (turn) =>
    `<text x="${WIDTH / 2}" y="${HALF - 5}" textLength="${name.length * 15}" lengthAdjust="spacingAndGlyphs"${turn}>${name}</text>`
  const band = `<path d="M-4 ${HALF - 21}H${WIDTH + 4}V${HALF + 21}H-4Z" fill="${inks.cream}" stroke="${INK}" stroke-width="2.6"/>`
  const middle = `<path d="M-4 ${HALF}H${WIDTH + 4}" stroke="${INK}" stroke-width="1.4"/>`
  if (!name) return band + ornament()
  return `${band}${middle}<g font-family="Georgia,'Times New Roman',serif" font-weight="bold" font-size="17" text-anchor="middle" fill="${INK}">${text('')}${text(` transform="rotate(180 ${WIDTH / 2} ${HALF})"`)}</g>`
}

/** A chain of lozenges, for whom has no name. */
export const ornament = () =>
  Array.from({ length: 9 }, (_, i) => 8 + i * 24)
    .map((x, i) =>
      patch(
        `M${x - 9} ${HALF}L${x} ${HALF - 12} ${x + 9} ${HALF} ${x} ${HALF + 12}Z`,
        i % 2 ? 'red' : 'green',
      ),
    )
    .join('')

export const figures = Object.keys(people)

/** The picture of a king, an Ober or an Unter. */
export function figure(card) {
  const [rank, suit] = card
  const { name, coat, front, sleeve, cuff, head, holds } = people[card]
  const half =
    held[holds] + body(coat, front) + head + arms[rank](suit, sleeve, cuff) + grip(sleeve, cuff)
  return picture(half, ribbon(name), grounds[suit])
}
