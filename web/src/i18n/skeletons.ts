// Stands for the parser of ICU skeletons (`{n, number, ::percent}`) in the bundle: no sentence of
// the catalogues has one, and the start page is 2 kB smaller without it.

function refuse(): never {
  throw new SyntaxError('sentences have no skeletons: format figures before they are put in')
}

export {
  refuse as parseDateTimeSkeleton,
  refuse as parseNumberSkeleton,
  refuse as parseNumberSkeletonFromString,
}
