"""A folder of region files or of recordings as a table, by DuckDB in this process or by Spark: `pip install duckdb pyarrow`, or
`pyspark pandas pyarrow`.

    python lake.py duckdb chunks world/region
    python lake.py spark packets recordings
"""

import pathlib
import sys
from concurrent.futures import ThreadPoolExecutor

import gamewire
import pyarrow

#: The names and types of the columns, and a question to each table.
COLUMNS = {
    "chunks": "file string, x int, z int, saved long, version int, status string, inhabited long, block_entities int",
    "packets": "file string, version string, side string, state string, name string, offset long, entity int",
}
QUERIES = {
    "chunks": "select version, count(*) chunks, sum(block_entities) block_entities, sum(inhabited) inhabited from chunks group by version order by version",
    "packets": "select version, side, name, count(*) packets, count(distinct entity) entities from packets group by version, side, name order by version, side, name",
}
TYPES = {"string": pyarrow.string(), "int": pyarrow.int32(), "long": pyarrow.int64()}
# The paths of 1.18 and later.
PATHS = ["$.DataVersion", "$.Status", "$.InhabitedTime", "$.block_entities"]


def chunks(name, data):
    """The rows of one region file."""
    for x, z, saved, (version, status, inhabited, entities) in gamewire.chunks(data, PATHS, plain=True):
        yield name, x, z, saved, version, status, inhabited, len(entities or ())


def packets(name, data):
    """The rows of one recording, whose handshake or metadata states the version."""
    recording = gamewire.Recording(data)
    for state, packet_name, offset, packet in recording:
        # A packet that cannot be read is bytes.
        entity = packet["params"].get("entityId") if isinstance(packet, dict) else None
        yield name, recording.version, recording.direction, state, packet_name, offset, entity


KINDS = {"chunks": (chunks, {".mca"}), "packets": (packets, {".bin", ".mcpr"})}


def table(kind, name, data):
    """The rows of one file as an Arrow table. This is all that an engine needs."""
    rows, _ = KINDS[kind]
    fields = [column.split() for column in COLUMNS[kind].split(", ")]
    schema = pyarrow.schema([(column, TYPES[type]) for column, type in fields])
    return pyarrow.RecordBatch.from_pylist([dict(zip(schema.names, row)) for row in rows(name, data)], schema)


def by_duckdb(kind, folder):
    import duckdb

    files = [path for path in sorted(pathlib.Path(folder).iterdir()) if path.suffix in KINDS[kind][1]]
    # Other threads run while gamewire reads bytes.
    with ThreadPoolExecutor() as pool:
        parts = list(pool.map(lambda path: table(kind, path.name, path.read_bytes()), files))
    connection = duckdb.connect()
    connection.register(kind, pyarrow.Table.from_batches(parts))
    return connection.sql(QUERIES[kind]).fetchall()


def by_spark(kind, folder):
    from pyspark.sql import SparkSession

    def tables(batches):
        for batch in batches:
            for path, data in zip(batch["path"], batch["content"]):
                yield table(kind, path.as_py().rsplit("/", 1)[-1], data.as_py())

    # Otherwise each small file becomes a task.
    spark = SparkSession.builder.config("spark.sql.files.openCostInBytes", "0").getOrCreate()
    pattern = ",".join(f"*{suffix}" for suffix in KINDS[kind][1])
    files = spark.read.format("binaryFile").option("pathGlobFilter", f"{{{pattern}}}").load(folder).select("path", "content")
    files.mapInArrow(tables, COLUMNS[kind]).createOrReplaceTempView(kind)
    return [tuple(row) for row in spark.sql(QUERIES[kind]).collect()]


if __name__ == "__main__":
    engine, kind, folder = sys.argv[1:]
    for row in {"duckdb": by_duckdb, "spark": by_spark}[engine](kind, folder):
        print(*row)
