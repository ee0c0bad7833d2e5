"""A folder of region files as a table, by DuckDB in this process or by Spark: `pip install duckdb pyarrow`, or `pyspark pandas pyarrow`.

    python lake.py duckdb world/region
    python lake.py spark world/region
"""

import pathlib
import sys
from concurrent.futures import ThreadPoolExecutor

import gamewire
import pyarrow

SCHEMA = pyarrow.schema([
    ("file", pyarrow.string()), ("x", pyarrow.int32()), ("z", pyarrow.int32()), ("saved", pyarrow.int64()),
    ("version", pyarrow.int32()), ("status", pyarrow.string()), ("inhabited", pyarrow.int64()), ("block_entities", pyarrow.int32()),
])
# The paths of 1.18 and later.
PATHS = ["$.DataVersion", "$.Status", "$.InhabitedTime", "$.block_entities"]
QUERY = "select version, count(*) chunks, sum(block_entities) block_entities, sum(inhabited) inhabited from chunks group by version order by version"


def table(name, data):
    """The rows of one region file."""
    rows = [
        (name, x, z, saved, version, status, inhabited, len(entities or ()))
        for x, z, saved, (version, status, inhabited, entities) in gamewire.chunks(data, PATHS, plain=True)
    ]
    return pyarrow.RecordBatch.from_arrays(
        [pyarrow.array([row[at] for row in rows], field.type) for at, field in enumerate(SCHEMA)], schema=SCHEMA
    )


def by_duckdb(folder):
    import duckdb

    # Other threads run while gamewire reads bytes.
    with ThreadPoolExecutor() as pool:
        parts = pool.map(lambda path: table(path.name, path.read_bytes()), sorted(pathlib.Path(folder).glob("*.mca")))
    chunks = pyarrow.Table.from_batches(parts, SCHEMA)
    connection = duckdb.connect()
    connection.register("chunks", chunks)
    return connection.sql(QUERY).fetchall()


def by_spark(folder):
    from pyspark.sql import SparkSession

    def tables(batches):
        for batch in batches:
            for path, data in zip(batch["path"], batch["content"]):
                yield table(path.as_py().rsplit("/", 1)[-1], data.as_py())

    # Otherwise each small file becomes a task.
    spark = SparkSession.builder.config("spark.sql.files.openCostInBytes", "0").getOrCreate()
    files = spark.read.format("binaryFile").option("pathGlobFilter", "*.mca").load(folder).select("path", "content")
    types = {"string": "string", "int32": "int", "int64": "long"}
    schema = ", ".join(f"{field.name} {types[str(field.type)]}" for field in SCHEMA)
    files.mapInArrow(tables, schema).createOrReplaceTempView("chunks")
    return [tuple(row) for row in spark.sql(QUERY).collect()]


if __name__ == "__main__":
    engine, folder = sys.argv[1:]
    for row in {"duckdb": by_duckdb, "spark": by_spark}[engine](folder):
        print(*row)
