import { useClient } from "../provider.tsx";
import {
  type MoreToRead,
  type Read,
  type ReadOptions,
  type SuspendedRead,
  useRead,
  useReadMore,
  useSuspenseRead,
} from "../read/use-read.ts";
import type { FormsClient } from "./form-client.ts";
import {
  describeSubmissions,
  type LoadedSubmissions,
  readMoreSubmissions,
  type SubmissionListOptions,
} from "./form-queries.ts";

const useSubmissionsClient = () => useClient() as ReturnType<typeof useClient> & FormsClient;

/** The submissions of the signed-in member or this visitor, newest first. */
export function useSubmissions<Selected = LoadedSubmissions>(
  options: SubmissionListOptions = {},
  readOptions?: ReadOptions<LoadedSubmissions, Selected>,
): Read<Selected> & MoreToRead {
  const client = useSubmissionsClient();
  const description = describeSubmissions(client, options);
  const loadMore = useReadMore(description, readMoreSubmissions(client, options));
  return { ...useRead(description, readOptions), loadMore };
}

/** As {@link useSubmissions}, but suspends until the first page is loaded, and throws errors. */
export function useSuspenseSubmissions<Selected = LoadedSubmissions>(
  options: SubmissionListOptions = {},
  readOptions?: Omit<ReadOptions<LoadedSubmissions, Selected>, "enabled">,
): SuspendedRead<Selected> & MoreToRead {
  const client = useSubmissionsClient();
  const description = describeSubmissions(client, options);
  const loadMore = useReadMore(description, readMoreSubmissions(client, options));
  return { ...useSuspenseRead(description, readOptions), loadMore };
}
