/** Seats in their order. */
export const sided = (players: number): number[] => Array.from({ length: players }, (_, i) => i)
