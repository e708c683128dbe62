/** The line of a JSON syntax error, from 1. Not every browser reports it, and none in the reader's language. */
export function findJsonErrorLine(text: string): number {
  const token = /\s*([{}[\],:]|"(?:[^"\\\p{Cc}]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/uy;
  const open: string[] = [];
  let may = "value";
  let place = 0;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const [, sign = ""] = found;
    const kind = /^[{[]/.test(sign) ? "value" : /^[}\]]/.test(sign) ? "end" : /^[,:]/.test(sign) ? sign : "value";
    const fits =
      kind === "end"
        ? open.pop() === (sign === "}" ? "{" : "[") && /end/.test(may)
        : may === "name or end" || may === "name"
          ? sign.startsWith('"')
          : may.startsWith(kind) || may.includes(`, ${kind}`) || (kind === "," && may === "comma or end");
    if (!fits) break;
    place = token.lastIndex;
    if (sign === "{" || sign === "[") {
      open.push(sign);
      may = sign === "{" ? "name or end" : "value or end";
    } else if (may.startsWith("name")) may = ":";
    else if (sign === ":") may = "value";
    else if (sign === ",") may = open.at(-1) === "{" ? "name" : "value";
    else may = open.length > 0 ? "comma or end" : "nothing";
  }
  const [blank = ""] = /^\s*/.exec(text.slice(place)) ?? [];
  return text.slice(0, place + blank.length).split("\n").length;
}
