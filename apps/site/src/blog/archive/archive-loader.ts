import { data, type LoaderFunctionArgs, redirect } from "react-router";
import { clientContext } from "../../site.ts";
import { loadCategories, namesOf } from "../blog-content.ts";
import { type BlogListData, loadList } from "../list/blog-list-loader.ts";
import { type ArchiveMonth, adjacentMonths, loadArchive, type Month, monthPath } from "./archive.ts";

export interface ArchiveData {
  month: Month;
  archive: ArchiveMonth[];
  /** The previous and next month with posts. */
  earlier: ArchiveMonth | undefined;
  later: ArchiveMonth | undefined;
  /** Absent if the month has no posts. */
  list?: BlogListData;
}

/** The posts of one month; without any, status 404 and the adjacent months. */
export async function archiveLoader(args: LoaderFunctionArgs) {
  const { year = "", month: monthOfYear = "" } = args.params;
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(monthOfYear)) throw data(null, { status: 404 });
  const month = { year: Number(year), month: Number(monthOfYear) };
  const client = args.context.get(clientContext);
  const [archive, categoryNames] = await Promise.all([
    loadArchive(client),
    loadCategories(client).then(namesOf, () => ({})),
  ]);
  const metadata = { month, archive, ...adjacentMonths(archive, month) };
  const found = archive.find((other) => other.year === month.year && other.month === month.month);
  if (!found) return data<ArchiveData>(metadata, { status: 404 });
  if (monthOfYear.length === 1) throw redirect(monthPath(month), 301);

  const { data: list, init } = await loadList(args, {
    path: monthPath(month),
    // Up to the next month with posts: only the server knows where months start in the time zone.
    filter: { published: { from: found.start, to: metadata.later?.start } },
    postCount: found.postCount,
    categoryNames,
  });
  return data<ArchiveData>({ ...metadata, list }, init ?? undefined);
}
