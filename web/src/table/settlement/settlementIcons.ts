// The paths of the icons below a settlement.

export const SHEET =
  'M7 3.5h10a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2z' +
  'M12 7.5v9M8 8h1.5M8 12h1.5M8 16h1.5M14.5 8H16M14.5 12H16M14.5 16H16'
export const QUESTION =
  'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z' +
  'M9.5 9.4a2.6 2.6 0 1 1 3.8 2.3c-.9.5-1.3 1-1.3 2M12 16.6v.2'
export const REVIEW = 'M4 19.5h16M6.5 16v-4M12 16V6.5M17.5 16V9.5'
export const PEOPLE =
  'M12.2 8.5a3.2 3.2 0 1 1-6.4 0 3.2 3.2 0 0 1 6.4 0z' +
  'M3 19.5c0-3.5 2.6-5.6 6-5.6s6 2.1 6 5.6M15.5 5.6a3.2 3.2 0 0 1 0 5.8' +
  'M17.5 14.3c2.1.7 3.5 2.5 3.5 5.2'
export const DOOR =
  'M14 4.5H6.5A1.5 1.5 0 0 0 5 6v12a1.5 1.5 0 0 0 1.5 1.5H14M10 12h10M16.5 8l4 4-4 4'
export const AGAIN = 'M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4.5 4v4h4M10.5 9v6l4.5-3z'
export const SCHOOL = 'M12 4.5 3 9l9 4.5L21 9zM6.5 11v5c3 2.7 8 2.7 11 0v-5M21 9v6'
export const WORDS =
  'M4 6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v7a2.5 2.5 0 0 1-2.5 2.5H11l-4.5 4v-4' +
  'A2.5 2.5 0 0 1 4 13.5z'
export const SEND = 'M12 15V4M8 7.5 12 3.5l4 4M6 11H5v9h14v-9h-1'
