/** A bucket of an S3-compatible store. */
export interface S3Location {
  /** Address of the bucket, and of a folder in it, without a slash at the end. */
  url: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}
