// Numbers as people read them.

const grouped = new Intl.NumberFormat("en", {maximumFractionDigits: 0});

/** 1234567 → "1,234,567". */
export const count = (number) => grouped.format(number);

/** "1 node", "2 nodes". */
export const counted = (number, one, many = `${one}s`) => `${count(number)} ${number === 1 ? one : many}`;

/** 0.834 → "83 %"; small shares keep a digit. */
export function percent(share) {
  const value = 100 * share;
  return `${value !== 0 && value < 9.95 ? value.toFixed(1) : value.toFixed(0)}\u00a0%`; // a space that does not break
}

/**
 * How often a random pair shares as much: 0.00024 → "1 in 4,200". At or below the smallest chance that the sample can
 * tell it is "< 1 in 65,000".
 */
export function chance(value, least = 0) {
  if (value === null || value === undefined || !(value > 0)) return "–";
  if (value > 0.5) return "usual";
  const times = 1 / value;
  const digits = 10 ** Math.max(0, Math.floor(Math.log10(times)) - 1);
  const rounded = times < 10 ? times.toFixed(1).replace(/\.0$/, "") : count(Math.round(times / digits) * digits);
  return `${value <= least * 1.0001 ? "< " : ""}1 in ${rounded}`;
}
