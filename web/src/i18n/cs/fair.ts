/** Zda byla náhoda v dohrané hře poctivá. */
export const fair = {
  'fair.verified': 'Ověřeno na této stránce: náhoda v této hře byla poctivá.',
  'fair.failed': 'Náhoda v této hře neobstála při ověření.',
  'fair.kept': 'Tajemství odpovídá kontrolnímu součtu, který si tento prohlížeč uložil před začátkem hry.',
  'fair.notKept': 'Tento prohlížeč u stolu neseděl a nic si neuložil. Tajemství odpovídá kontrolnímu součtu v záznamu.',
  'fair.seeds': 'Náhodné číslo, které přidal tento prohlížeč, je v záznamu.',
  'fair.draws': '{n, plural, one {Jediné losování vyplývá} few {Všechna # losování vyplývají} other {Všech # losování vyplývá}} z tajemství a z náhodných čísel hráčů.',
  'fair.rules': 'Která karta patří ke kterému číslu, určují pravidla. I to ověří „tafelrunde verify“: stáhni si záznam a spusť ověření na vlastním počítači.',
  'fair.problem.record': 'V záznamu chybí čitelné tajemství nebo náhodná čísla.',
  'fair.problem.old': 'V této hře se losovalo starším způsobem, který tato stránka ověřit neumí. „tafelrunde verify“ ano.',
  'fair.problem.scheme': 'Podle záznamu se losovalo jinak, než bylo oznámeno.',
  'fair.problem.secret': 'Tajemství neodpovídá kontrolnímu součtu v záznamu.',
  'fair.problem.promise': 'Kontrolní součet v záznamu není ten, který si tento prohlížeč uložil před začátkem hry.',
  'fair.problem.seed': 'Náhodné číslo, které tento prohlížeč přidal ({seat}), v záznamu není.',
  'fair.problem.lines': 'Seznam losování nesouhlasí se záznamem.',
  'fair.problem.draw': 'Jedno losování nevyplývá z tajemství: „{line}“ po rozhodnutí {n}.',
}
