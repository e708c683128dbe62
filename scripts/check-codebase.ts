import { checkBoundaries } from "./check-boundaries.ts";
import { checkDocComments } from "./check-doc-comments.ts";
import { checkLanguage } from "./check-language.ts";
import { root, SourceTree } from "./codebase/source-tree.ts";
import { checkDiagram } from "./make-architecture-diagram.ts";
import { checkMetrics } from "./measure-codebase.ts";

/**
 * All checks of the source tree in one process, so that each file is parsed once. Each has a command of its own, too.
 */
const checks = [checkBoundaries, checkMetrics, checkLanguage, checkDocComments, checkDiagram];

const tree = new SourceTree(root);
const problems = checks.flatMap((check) => check(tree));
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
