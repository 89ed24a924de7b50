// The drawings of badges, in a square of 24.

import type { Badge } from '../net/messages'

export const ICONS: Readonly<Record<Badge['kind'], string>> = {
  wins: 'M7 4h10v5a5 5 0 0 1-10 0zM7 6H3.500c0 3 1.500 4.500 3.800 4.700M17 6h3.500c0 3-1.500 4.500-3.800 4.700M12 14v4M8 20h8',
  rules: 'M5 4h9a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM8 9h6M8 13h6M20 7v10',
  contracts: 'M6 3h9l4 4v14H6zM9.500 14l2.200 2.200 4-4.500',
  sweeps: 'M4 19h16M5.500 16 4 7l4.500 4L12 5l3.500 6L20 7l-1.500 9z',
  doubled: 'M4 6l6 6M10 6l-6 6M13.500 13c0-4.500 6.500-4.500 6.500 0 0 3-6.500 3.500-6.500 7H20',
  puzzles: 'M9 4h6v3a2 2 0 1 0 4 0v5h-3a2 2 0 1 0 0 4h3v4H5V9h4z',
  lessons: 'M2.500 9 12 5l9.500 4-9.500 4zM6.500 11v5c3 2.500 8 2.500 11 0v-5M21.500 9v6',
  days: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M8.500 15l2.500 2.500 4.500-4.500',
}
